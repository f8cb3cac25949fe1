/** What was seen of a draw while it was made: a record that says otherwise is found out by it. */
import type { Now } from "../../generated/messages";

export interface ObservedDraw {
  /** What the server showed first. */
  readonly commitment: string;
  /** By seat, what was shown; null where it had not come. */
  readonly shares: readonly (string | null)[];
}

/** What is known with what is shown now. The first that was shown of a thing stays. */
export function observeDraw(before: ObservedDraw | null, now: Now): ObservedDraw | null {
  const shown = now.settling;
  if (shown === null || shown.commitment === null) return before;
  return {
    commitment: before?.commitment ?? shown.commitment,
    shares: shown.shares.map((share, seat) => before?.shares[seat] ?? share),
  };
}
