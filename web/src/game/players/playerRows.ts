/** The players as rows of a list: in the order of play once it is known, or by rank. */
import type { Here, Now } from "../../generated/messages";
import { seatsToAct } from "../input/possibleAction";

export interface PlayerRow {
  readonly seat: number;
  readonly stones: number;
  /** The number of turns to skip for wrong shouts. */
  readonly skips: number;
  readonly resigned: boolean;
  readonly passed: boolean;
  /** null: not known yet. */
  readonly present: boolean | null;
  /** Whether the game waits for this seat. */
  readonly turn: boolean;
}

export function playerRows(now: Now, here: Here | null): readonly PlayerRow[] {
  const position = now.position;
  if (position === null) return [];
  const waited = seatsToAct(now);
  const seats = position.order ?? now.chairs.map((_, seat) => seat);
  return seats.map((seat) => ({
    seat,
    stones: position.stones[seat] ?? 0,
    skips: position.skips[seat] ?? 0,
    resigned: position.resigned.includes(seat),
    passed: position.passed.includes(seat),
    present: here?.seats[seat] ?? null,
    turn: waited.includes(seat),
  }));
}

/** Returns the ranking, best first. */
export function rankingRows(now: Now): readonly { seat: number; stones: number; place: number }[] {
  const position = now.position;
  return (position?.ranking ?? []).map((seat, index) => ({
    seat,
    stones: position?.stones[seat] ?? 0,
    place: index + 1,
  }));
}
