/** What this browser observed of a draw while it happened, to compare with the record later. */
import type { Now } from "../../generated/messages";

export interface ObservedDraw {
  /** The server's commitment. */
  readonly commitment: string;
  /** The shares by seat; null if none was seen. */
  readonly shares: readonly (string | null)[];
}

/** Adds what the table shows now. The first value seen is kept. */
export function observeDraw(before: ObservedDraw | null, now: Now): ObservedDraw | null {
  const shown = now.settling;
  if (shown === null || shown.commitment === null) return before;
  return {
    commitment: before?.commitment ?? shown.commitment,
    shares: shown.shares.map((share, seat) => before?.shares[seat] ?? share),
  };
}
