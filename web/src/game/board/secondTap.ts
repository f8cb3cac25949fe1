/** Confirmation by a second tap: on small touch screens the first tap only selects the point. */

/** A point that was tapped once, and for which seat. */
export interface PendingTap {
  readonly at: string;
  readonly seat: number;
}

export interface TapResult {
  readonly pending: PendingTap | null;
  /** The point that is chosen for good; null: a second tap is needed. */
  readonly settled: string | null;
}

export function applyTap(
  before: PendingTap | null,
  now: PendingTap,
  needsConfirmation: boolean,
): TapResult {
  const again = before !== null && before.at === now.at && before.seat === now.seat;
  return needsConfirmation && !again
    ? { pending: now, settled: null }
    : { pending: null, settled: now.at };
}

/** Whether a second tap must confirm; `small`: the screen is narrow, or is touched. */
export function needsSecondTap(wanted: "always" | "small" | "never", small: boolean): boolean {
  return wanted === "always" || (wanted === "small" && small);
}
