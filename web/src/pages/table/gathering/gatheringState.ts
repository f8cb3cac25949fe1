/** The table before the start: who sits where, and what the user can do about it. The server decides. */
import type { Chair, Here, Whole } from "../../../generated/messages";

export interface SeatView {
  readonly seat: number;
  readonly chair: Chair;
  readonly mine: boolean;
  /** Is somebody there? null: nobody sits here, or it is not known. */
  readonly present: boolean | null;
  readonly keptForMe: boolean;
  readonly maySit: boolean;
  readonly mayLeave: boolean;
  readonly mayFree: boolean;
  readonly maySeatBot: boolean;
}

export interface GatheringView {
  readonly seats: readonly SeatView[];
  /** Seats that nobody has yet, the kept ones among them. */
  readonly missingCount: number;
  /** Is there a seat that anybody may take? */
  readonly hasOpen: boolean;
  /** Names of those for whom seats are kept. */
  readonly keptFor: readonly string[];
  readonly mayClose: boolean;
  readonly watching: number;
}

/** `name`: what the one who looks on is called, null for a guest and for nobody. */
export function gatheringView(whole: Whole, here: Here | null, name: string | null): GatheringView {
  const seats = whole.now.chairs.map((chair, seat) => seatView(whole, here, name, chair, seat));
  return {
    seats,
    missingCount: whole.now.chairs.filter((chair) => !isTaken(chair)).length,
    hasOpen: whole.now.chairs.some(({ kind }) => kind === "open"),
    keptFor: whole.now.chairs.flatMap((chair) =>
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
  const keptForMe = chair.kind === "kept" && chair.name !== null && chair.name === name;
  // Who sits already could take a second seat at some tables; here a slip would start the game.
  const standing = whole.you.length === 0;
  return {
    seat,
    chair,
    mine,
    present: taken ? (here?.seats[seat] ?? null) : null,
    keptForMe,
    maySit: open && standing && (chair.kind === "open" || keptForMe),
    mayLeave: open && mine,
    mayFree: open && whole.hosting && !mine && chair.kind !== "open",
    maySeatBot: open && whole.hosting && chair.kind === "open" && whole.settings.mode !== "referee",
  };
}
