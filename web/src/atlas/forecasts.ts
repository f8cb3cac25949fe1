/** Asks for forecasts: each once, and none where nothing was measured. */
import { get } from "../client/api";
import type { AtlasShown, ForecastAnswer, ForecastShown } from "../generated/messages";

/** The rules that a forecast is for; the edition as the server writes it: `revised min_shape=6`. */
export interface Wanted {
  readonly setting: string;
  readonly size: number;
  readonly players: number;
  readonly edition: string;
}

export interface Found {
  /** The numbers that were asked for; others may do the same on this board. */
  readonly setting: string;
  readonly random: ForecastShown;
  /** Those who play otherwise, where they were measured: who thinks least comes first. */
  readonly others: readonly ForecastShown[];
}

export type Who = ForecastShown["who"];
export const WHO = ["random", "greedy", "search"] as const satisfies readonly Who[];
type Ask = <T>(path: string) => Promise<T>;

const MOST_KEPT = 200;
/** Whoever steps quickly through numbers is told about those they stay at. */
export const PAUSE = 250;

export class Forecasts {
  private all: Promise<AtlasShown | null> | null = null;
  private readonly kept = new Map<string, Promise<ForecastShown | null>>();

  constructor(private readonly ask: Ask) {}

  /** What was measured; null while the server does not tell. It is asked again then. */
  measured(): Promise<AtlasShown | null> {
    this.all ??= this.ask<AtlasShown>("/api/atlas").catch(() => {
      this.all = null;
      return null;
    });
    return this.all;
  }

  /** null where there is none, or nobody to ask: pages are silent about it then. */
  async of(wanted: Wanted): Promise<Found | null> {
    const [random = null, ...rest] = await Promise.all(WHO.map((who) => this.by(who, wanted)));
    const others = rest.filter((forecast) => forecast !== null);
    return random === null ? null : { setting: wanted.setting, random, others };
  }

  async by(who: Who, wanted: Wanted): Promise<ForecastShown | null> {
    const boards = (await this.measured())?.boards ?? [];
    const there = boards.some(
      (board) =>
        board.who === who &&
        board.size === wanted.size &&
        board.players === wanted.players &&
        board.edition === wanted.edition,
    );
    return there ? this.once(pathOf(who, wanted)) : null;
  }

  private once(path: string): Promise<ForecastShown | null> {
    let found = this.kept.get(path);
    if (!found) {
      found = this.ask<ForecastAnswer>(path).then(
        (answer) => answer.forecast,
        () => {
          this.kept.delete(path);
          return null;
        },
      );
      if (this.kept.size >= MOST_KEPT) this.kept.clear();
      this.kept.set(path, found);
    }
    return found;
  }
}

export const forecasts = new Forecasts(get);

/** Shows the forecast after a pause, unless something else is wanted by then: call what comes back. */
export function whenSettled<Kind>(
  ask: () => Promise<Kind>,
  show: (found: Kind) => void,
  pause = PAUSE,
): () => void {
  let wanted = true;
  const timer = setTimeout(() => {
    void ask().then((found) => {
      if (wanted) show(found);
    });
  }, pause);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}

function pathOf(who: Who, { setting, size, players, edition }: Wanted): string {
  const asked = { setting, size: String(size), players: String(players), edition, who };
  return `/api/atlas/forecast?${new URLSearchParams(asked).toString()}`;
}
