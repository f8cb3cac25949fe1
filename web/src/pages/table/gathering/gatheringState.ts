/** The table before the start: its seats, and the user's actions on them. The server decides. */
import type { Chair, Here, Whole } from "../../../generated/messages";

export interface SeatView {
  readonly seat: number;
  readonly chair: Chair;
  readonly mine: boolean;
  /** Whether the player is present; null: the seat is not taken, or presence is not known. */
  readonly present: boolean | null;
  readonly reservedForMe: boolean;
  readonly maySit: boolean;
  readonly mayLeave: boolean;
  readonly mayFree: boolean;
  readonly maySeatBot: boolean;
}

export interface GatheringView {
  readonly seats: readonly SeatView[];
  /** The number of seats that are not taken, including reserved ones. */
  readonly missingCount: number;
  /** Whether a seat is free for anybody. */
  readonly hasOpen: boolean;
  /** Names of those for whom seats are reserved. */
  readonly reservedFor: readonly string[];
  readonly mayClose: boolean;
  readonly watching: number;
}

/** `name`: the user's name; null for guests and without a session. */
export function gatheringView(whole: Whole, here: Here | null, name: string | null): GatheringView {
  const seats = whole.now.chairs.map((chair, seat) => seatView(whole, here, name, chair, seat));
  return {
    seats,
    missingCount: whole.now.chairs.filter((chair) => !isTaken(chair)).length,
    hasOpen: whole.now.chairs.some(({ kind }) => kind === "open"),
    reservedFor: whole.now.chairs.flatMap((chair) =>
      chair.kind === "kept" && chair.name !== null ? [chair.name] : [],
    ),
    mayClose: whole.hosting && whole.now.stage === "gathering",
    watching: here?.watching ?? 0,
  };
}

export function isTaken(chair: Chair): boolean {
  return chair.kind !== "open" && chair.kind !== "kept";
}

function seatView(
  whole: Whole,
  here: Here | null,
  name: string | null,
  chair: Chair,
  seat: number,
): SeatView {
  const open = whole.now.stage === "gathering";
  const mine = whole.you.includes(seat);
  const taken = isTaken(chair);
  const reservedForMe = chair.kind === "kept" && chair.name !== null && chair.name === name;
  // At some tables a seated user could take a second seat; here that would be an accident that
  // starts the game.
  const standing = whole.you.length === 0;
  return {
    seat,
    chair,
    mine,
    present: taken ? (here?.seats[seat] ?? null) : null,
    reservedForMe,
    maySit: open && standing && (chair.kind === "open" || reservedForMe),
    mayLeave: open && mine,
    mayFree: open && whole.hosting && !mine && chair.kind !== "open",
    maySeatBot: open && whole.hosting && chair.kind === "open" && whole.settings.mode !== "referee",
  };
}
