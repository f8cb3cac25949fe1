/** State machine of shown verdicts: which parts of a verdict are shown, and for how long. */
import type { PublicEvent, RaceDecided } from "../../generated/messages";

export interface ShoutVerdict {
  /** A serial number, so that two equal verdicts in a row are different. */
  readonly number: number;
  readonly by: number;
  readonly against: number;
  readonly at: string;
  readonly right: boolean;
  readonly breaches: readonly Readonly<Record<string, unknown>>[];
  /** All shouts at the stone with their reaction times. */
  readonly race: RaceDecided | null;
  /** The point of the stone that was removed as the penalty. */
  readonly removed: string | null;
}

export interface VerdictState {
  readonly current: ShoutVerdict | null;
  /** When the verdict came, by the server's time. */
  readonly since: number;
  /** Whether the board is still as it was judged, so that the breach is drawn on it. */
  readonly drawn: boolean;
  /** A race whose verdict is the next event. */
  readonly race: RaceDecided | null;
  readonly count: number;
}

export const NO_VERDICT: VerdictState = {
  current: null,
  since: 0,
  drawn: false,
  race: null,
  count: 0,
};

/** Minimum milliseconds for which a verdict is shown, even if the game goes on at once. */
export const MIN_READABLE_MS = 6_000;

export function applyPublicEvent(
  verdicts: VerdictState,
  happening: PublicEvent,
  at: number,
): VerdictState {
  switch (happening.event) {
    case "judged":
      return { ...verdicts, race: happening };
    case "shouted": {
      const { by, against, right, breaches } = happening;
      const number = verdicts.count + 1;
      const race = verdicts.race;
      const current = {
        number,
        by,
        against,
        at: happening.at,
        right,
        breaches,
        race,
        removed: null,
      };
      return { current, since: at, drawn: true, race: null, count: number };
    }
    case "removed":
      if (verdicts.current === null || !verdicts.drawn) return verdicts;
      return { ...verdicts, current: { ...verdicts.current, removed: happening.at } };
    case "placed":
      return expireVerdict({ ...verdicts, drawn: false, race: null }, at);
    case "taken_back":
    case "begun":
      return { ...verdicts, current: null, drawn: false, race: null };
    default:
      return verdicts;
  }
}

/** Removes a verdict whose drawing is gone, once it has been shown for MIN_READABLE_MS. */
export function expireVerdict(verdicts: VerdictState, at: number): VerdictState {
  if (verdicts.current === null || verdicts.drawn || at - verdicts.since < MIN_READABLE_MS)
    return verdicts;
  return { ...verdicts, current: null };
}

/** Removes the verdict at the user's request. */
export function dismissVerdict(verdicts: VerdictState): VerdictState {
  return { ...verdicts, current: null, drawn: false };
}

/** Milliseconds for which the seal covers the game. */
const SEAL_MS = 1_500;
const LIFT_AFTER_MS = 2_500;

export function isSealDown(verdicts: VerdictState, time: number): boolean {
  return verdicts.current !== null && time - verdicts.since < SEAL_MS;
}

/**
 * Returns the verdict whose voided stone is still shown. The object is the same at every tick, so
 * that the board is not rendered again.
 */
export function voidedStone(verdicts: VerdictState, time: number): ShoutVerdict | null {
  const verdict = verdicts.current;
  if (verdict === null || !verdict.right || !verdicts.drawn) return null;
  return time - verdicts.since < LIFT_AFTER_MS ? verdict : null;
}
