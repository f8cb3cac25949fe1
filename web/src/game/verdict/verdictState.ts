/** Shouts as moments: what is shown of a verdict, and for how long. */
import type { Happening, RaceDecided } from "../../generated/messages";
import type { Listener } from "../announcements/announcementText";
import { tellBreaches } from "./breachText";

export interface Moment {
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

export interface Moments {
  readonly current: Moment | null;
  /** When it came, by the server's time. */
  readonly since: number;
  /** Is the board still as it was judged? Then what shows the breach is drawn on it. */
  readonly drawn: boolean;
  /** A race whose verdict comes next. */
  readonly race: RaceDecided | null;
  readonly count: number;
}

export const NO_MOMENTS: Moments = { current: null, since: 0, drawn: false, race: null, count: 0 };

/** A verdict can be read for so long, in milliseconds, even if the game goes on at once. */
export const READABLE = 6_000;

export function heard(moments: Moments, happening: Happening, at: number): Moments {
  switch (happening.event) {
    case "judged":
      return { ...moments, race: happening };
    case "shouted": {
      const { by, against, right, breaches } = happening;
      const number = moments.count + 1;
      const race = moments.race;
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
      if (moments.current === null || !moments.drawn) return moments;
      return { ...moments, current: { ...moments.current, removed: happening.at } };
    case "placed":
      return passed({ ...moments, drawn: false, race: null }, at);
    case "taken_back":
    case "begun":
      return { ...moments, current: null, drawn: false, race: null };
    default:
      return moments;
  }
}

/** Time goes by: a verdict that the game has left behind goes when it has been there long enough. */
export function passed(moments: Moments, at: number): Moments {
  if (moments.current === null || moments.drawn || at - moments.since < READABLE) return moments;
  return { ...moments, current: null };
}

/** Somebody has read it. */
export function dismissed(moments: Moments): Moments {
  return { ...moments, current: null, drawn: false };
}

/** Milliseconds for which the seal is over everything, and the voided stone still on the board. */
const SEAL = 1_500;
const LIFTS_AFTER = 2_500;

export function sealIsDown(moments: Moments, time: number): boolean {
  return moments.current !== null && time - moments.since < SEAL;
}

/**
 * The moment whose voided stone is still to be seen, with what was wrong with it. It is the same one
 * at every tick, so that the board is not read anew at each.
 */
export function voidedStone(moments: Moments, time: number): Moment | null {
  const moment = moments.current;
  if (moment === null || !moment.right || !moments.drawn) return null;
  return time - moments.since < LIFTS_AFTER ? moment : null;
}

export interface ToldVerdict {
  readonly heading: string;
  readonly sentences: readonly string[];
}

export function tellVerdict(moment: Moment, listener: Listener): ToldVerdict {
  const { say, name, me } = listener;
  const mine = moment.by === me;
  const player = name(moment.by);
  if (moment.right) {
    const heading = mine ? say("game.you_saw_it") : say("game.saw_it", { player });
    const shown = say("game.shown", { shown: tellBreaches(moment.breaches, say) });
    const voided =
      moment.against === me
        ? say("game.your_stone_is_void", { at: moment.at })
        : say("game.stone_is_void", { player: name(moment.against), at: moment.at });
    return { heading, sentences: [shown, voided, ...removal(moment, listener)] };
  }
  const heading = mine ? say("game.you_were_wrong") : say("game.was_wrong", { player });
  const skip = mine ? say("game.you_will_skip") : say("game.will_skip", { player });
  return { heading, sentences: [say("game.breaks_nothing"), skip] };
}

function removal(moment: Moment, { say, name, me }: Listener): readonly string[] {
  const at = moment.removed;
  if (at === null) return [];
  const [player, of] = [name(moment.by), name(moment.against)];
  if (moment.against === me)
    return [say("game.shown", { shown: say("game.lost_stone", { player, at }) })];
  const removed =
    moment.by === me
      ? say("game.you_removed", { of, at })
      : say("event.removed", { player, of, at });
  return [say("game.shown", { shown: removed })];
}
