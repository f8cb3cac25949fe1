/** Fetches and caches forecasts; sends no request for boards that were not measured. */
import { get } from "../client/api";
import type {
  AtlasShown,
  ForecastAnswer,
  ForecastShown,
  ProspectShown,
  ThinkersShown,
} from "../generated/messages";

/** A board and its rules; the edition in the server's notation: `revised min_shape=6`. */
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
  /** The requested setting; on this board, other numbers may have the same effect. */
  readonly setting: string;
  /** What is known of players who think, with or without a forecast; null if nothing is. */
  readonly thinkers: ThinkersShown | null;
  /** Null outside of what was measured. */
  readonly random: ForecastShown | null;
  /** The forecasts of the other kinds of players, if measured: greedy before those who search. */
  readonly others: readonly ForecastShown[];
}

export type PlayerKind = ForecastShown["who"];
export const PLAYER_KINDS = [
  "random",
  "greedy",
  "search-100",
  "search-1000",
  "search-10000",
] as const satisfies readonly PlayerKind[];
type Ask = <T>(path: string) => Promise<T>;

const MAX_CACHED = 200;
/** Debounce: milliseconds without a further change before a forecast is requested. */
export const PAUSE_MS = 250;

export class ForecastClient {
  private all: Promise<AtlasShown | null> | null = null;
  private readonly cache = new Map<string, Promise<unknown>>();

  constructor(private readonly ask: Ask) {}

  /** Fetches what was measured, once; null if the request failed, and the next call tries again. */
  fetchAtlas(): Promise<AtlasShown | null> {
    this.all ??= this.ask<AtlasShown>("/api/atlas").catch(() => {
      this.all = null;
      return null;
    });
    return this.all;
  }

  /** Returns what is known; null if the server cannot be reached: pages then show nothing. */
  async fetchForecasts(wanted: ForecastQuery): Promise<ForecastSet | null> {
    const { setting, ...played } = wanted;
    const kinds = await this.fetchKinds(played);
    if (kinds === null) return null;
    const answers = await Promise.all(
      kinds.map((who) => this.once<ForecastAnswer>(pathOf("forecast", { setting }, played, who))),
    );
    const [first = null] = answers;
    if (kinds.length > 0 && first === null) return null;
    const found = answers.flatMap((answer) => answer?.forecast ?? []);
    return {
      setting,
      thinkers: first?.thinkers ?? null,
      random: found.find(({ who }) => who === "random") ?? null,
      others: found.filter(({ who }) => who !== "random"),
    };
  }

  /** Fetches the prospect of each list of cards; null if any of them is missing. */
  async fetchProspects(
    lists: readonly (readonly string[])[],
    played: BoardRules,
  ): Promise<readonly ProspectShown[] | null> {
    if (!(await this.fetchKinds(played))?.includes("random")) return null;
    const found = await Promise.all(
      lists.map((cards) => {
        const path = pathOf("prospect", { cards: cards.join(", ") }, played, "random");
        return this.once<ProspectShown>(path);
      }),
    );
    const known = found.filter((prospect) => prospect !== null);
    return known.length === lists.length ? known : null;
  }

  /** Returns the kinds of players that a board was measured with, random first; null if the
   * server cannot be reached. */
  private async fetchKinds({
    size,
    players,
    edition,
  }: BoardRules): Promise<readonly PlayerKind[] | null> {
    const atlas = await this.fetchAtlas();
    if (atlas === null) return null;
    const there = atlas.boards.filter(
      (board) => board.size === size && board.players === players && board.edition === edition,
    );
    return PLAYER_KINDS.filter((kind) => there.some(({ who }) => who === kind));
  }

  /** Fetches and caches a path; null if the request failed, and the next call tries again. */
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

/**
 * Debounces a request: fetches after a pause and passes the result to `show`. Returns a function
 * that cancels it.
 */
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
