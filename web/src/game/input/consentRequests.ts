/** Requests that need consent: takebacks, rematches, and claiming the seat of somebody who is away. */
import type { Chair, Here, Now, Settings } from "../../generated/messages";

interface Wanted {
  readonly by: number;
  readonly agreed: readonly number[];
}

/** Returns the own seats whose consent is missing; none if an own seat made the request. */
function seatsAsked(wanted: Wanted | null, you: readonly number[]): readonly number[] {
  if (wanted === null || you.includes(wanted.by)) return [];
  return you.filter((seat) => !wanted.agreed.includes(seat));
}

/** Resigned seats are not asked for their consent to a takeback. */
export function seatsAskedForTakeback(now: Now, you: readonly number[]): readonly number[] {
  const resigned = now.position?.resigned ?? [];
  return seatsAsked(now.takeback, you).filter((seat) => !resigned.includes(seat));
}

export function seatsAskedForRematch(now: Now, you: readonly number[]): readonly number[] {
  return seatsAsked(now.rematch, you);
}

/** Returns the seat of the last stone; null if there is none, or somebody has resigned since. */
export function lastPlacer(actions: readonly Readonly<Record<string, unknown>>[]): number | null {
  for (const action of [...actions].reverse()) {
    if (action["do"] === "resign") return null;
    if (action["do"] === "place") return typeof action["by"] === "number" ? action["by"] : null;
  }
  return null;
}

/** Returns the seat for which a takeback can be asked now, or null. */
export function takebackSeat(
  now: Now,
  you: readonly number[],
  placer: number | null,
): number | null {
  if (now.stage !== "playing" || now.takeback !== null || placer === null) return null;
  return you.includes(placer) ? placer : null;
}

/** Whether this is the seat of an absent person at a table without a clock. */
export function canBeClaimed(
  seat: number,
  chair: Chair,
  now: Now,
  here: Here | null,
  settings: Settings,
  stillPlaying: boolean,
): boolean {
  const isPerson = chair.kind === "person" || chair.kind === "guest";
  const resigned = now.position?.resigned.includes(seat) ?? false;
  const away = here?.seats[seat] === false;
  const clockless = settings.clock === undefined || settings.clock === null;
  return stillPlaying && clockless && isPerson && away && !resigned && now.stage === "playing";
}
