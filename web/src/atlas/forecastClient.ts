/** Fetches forecasts from the server; caches them, and asks for none where nothing was measured. */
import { get } from "../client/api";
import type {
  AtlasShown,
  ForecastAnswer,
  ForecastShown,
  ProspectShown,
} from "../generated/messages";

/** A board and how it is played; the edition as the server writes it: `revised min_shape=6`. */
export interface BoardRules {
  readonly size: number;
  readonly players: number;
  readonly edition: string;
}

/** The rules that a forecast is for. */
export interface ForecastQuery extends BoardRules {
  readonly setting: string;
}

export interface ForecastSet {
  /** The numbers that were asked for; others may do the same on this board. */
  readonly setting: string;
  readonly random: ForecastShown;
  /** Those who play otherwise, where they were measured: who thinks least comes first. */
  readonly others: readonly ForecastShown[];
}

export type PlayerKind = ForecastShown["who"];
export const PLAYER_KINDS = ["random", "greedy", "search"] as const satisfies readonly PlayerKind[];
type Ask = <T>(path: string) => Promise<T>;

const MAX_CACHED = 200;
/** Whoever steps quickly through numbers is told about those they stay at. */
export const PAUSE_MS = 250;

export class ForecastClient {
  private all: Promise<AtlasShown | null> | null = null;
  private readonly cache = new Map<string, Promise<unknown>>();

  constructor(private readonly ask: Ask) {}

  /** What was measured; null while the server does not tell. It is asked again then. */
  fetchAtlas(): Promise<AtlasShown | null> {
    this.all ??= this.ask<AtlasShown>("/api/atlas").catch(() => {
      this.all = null;
      return null;
    });
    return this.all;
  }

  /** null where there is none, or nobody to ask: pages are silent about it then. */
  async fetchForecasts(wanted: ForecastQuery): Promise<ForecastSet | null> {
    const [random = null, ...rest] = await Promise.all(
      PLAYER_KINDS.map((who) => this.fetchForecast(who, wanted)),
    );
    const others = rest.filter((forecast) => forecast !== null);
    return random === null ? null : { setting: wanted.setting, random, others };
  }

  async fetchForecast(who: PlayerKind, wanted: ForecastQuery): Promise<ForecastShown | null> {
    if (!(await this.has(who, wanted))) return null;
    const { setting, ...played } = wanted;
    const answer = await this.once<ForecastAnswer>(pathOf("forecast", { setting }, played, who));
    return answer?.forecast ?? null;
  }

  /** What can still come for each of these lists of cards; null where nothing is known of any. */
  async fetchProspects(
    lists: readonly (readonly string[])[],
    played: BoardRules,
  ): Promise<readonly ProspectShown[] | null> {
    if (!(await this.has("random", played))) return null;
    const found = await Promise.all(
      lists.map((cards) => {
        const path = pathOf("prospect", { cards: cards.join(", ") }, played, "random");
        return this.once<ProspectShown>(path);
      }),
    );
    const known = found.filter((prospect) => prospect !== null);
    return known.length === lists.length ? known : null;
  }

  private async has(who: PlayerKind, { size, players, edition }: BoardRules): Promise<boolean> {
    const boards = (await this.fetchAtlas())?.boards ?? [];
    return boards.some(
      (board) =>
        board.who === who &&
        board.size === size &&
        board.players === players &&
        board.edition === edition,
    );
  }

  /** null where the server does not tell; it is asked again then. */
  private once<Kind>(path: string): Promise<Kind | null> {
    let found = this.cache.get(path) as Promise<Kind | null> | undefined;
    if (!found) {
      found = this.ask<Kind>(path).catch(() => {
        this.cache.delete(path);
        return null;
      });
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      this.cache.set(path, found);
    }
    return found;
  }
}

export const forecasts = new ForecastClient(get);

/** Shows the forecast after a pause, unless something else is wanted by then: call what comes back. */
export function fetchAfterPause<Kind>(
  ask: () => Promise<Kind>,
  show: (found: Kind) => void,
  pause = PAUSE_MS,
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

function pathOf(
  what: "forecast" | "prospect",
  of: Readonly<Record<string, string>>,
  { size, players, edition }: BoardRules,
  who: PlayerKind,
): string {
  const query = { ...of, size: String(size), players: String(players), edition, who };
  return `/api/atlas/${what}?${new URLSearchParams(query).toString()}`;
}
