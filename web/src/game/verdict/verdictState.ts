/** State machine of shown verdicts: what is shown of a shout, and for how long. */
import type { PublicEvent, RaceDecided } from "../../generated/messages";

export interface ShoutVerdict {
  /** Counts them, so that the same verdict twice is two moments. */
  readonly number: number;
  readonly by: number;
  readonly against: number;
  readonly at: string;
  readonly right: boolean;
  readonly breaches: readonly Readonly<Record<string, unknown>>[];
  /** Who else shouted, and how quick they were. */
  readonly race: RaceDecided | null;
  /** The stone that was removed for it. */
  readonly removed: string | null;
}

export interface VerdictState {
  readonly current: ShoutVerdict | null;
  /** When it came, by the server's time. */
  readonly since: number;
  /** Is the board still as it was judged? Then what shows the breach is drawn on it. */
  readonly drawn: boolean;
  /** A race whose verdict comes next. */
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

/** A verdict can be read for so long, in milliseconds, even if the game goes on at once. */
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

/** Time goes by: a verdict that the game has left behind goes when it has been there long enough. */
export function expireVerdict(verdicts: VerdictState, at: number): VerdictState {
  if (verdicts.current === null || verdicts.drawn || at - verdicts.since < MIN_READABLE_MS)
    return verdicts;
  return { ...verdicts, current: null };
}

/** Somebody has read it. */
export function dismissVerdict(verdicts: VerdictState): VerdictState {
  return { ...verdicts, current: null, drawn: false };
}

/** Milliseconds for which the seal is over everything, and the voided stone still on the board. */
const SEAL_MS = 1_500;
const LIFT_AFTER_MS = 2_500;

export function isSealDown(verdicts: VerdictState, time: number): boolean {
  return verdicts.current !== null && time - verdicts.since < SEAL_MS;
}

/**
 * The moment whose voided stone is still to be seen, with what was wrong with it. It is the same one
 * at every tick, so that the board is not read anew at each.
 */
export function voidedStone(verdicts: VerdictState, time: number): ShoutVerdict | null {
  const verdict = verdicts.current;
  if (verdict === null || !verdict.right || !verdicts.drawn) return null;
  return time - verdicts.since < LIFT_AFTER_MS ? verdict : null;
}
