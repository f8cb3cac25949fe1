/** Prefetches the positions of a run in batches. */
import type { SpotShown, Spots } from "../../generated/messages";
import type { RunChoice } from "./runChoice";

export const BATCH_SIZE = 10;
/** More are fetched if at most this many are left. */
export const REFILL_BELOW = 4;

export type Fetch = (path: string) => Promise<Spots>;

export class SpotSupply {
  #stock: SpotShown[] = [];
  #fetched = 0;
  #fetching = false;
  #hasFailed = false;

  /**
   * @param seed - the same seed gives the same positions
   * @param changed - called after each fetch, successful or not
   */
  constructor(
    private readonly choice: RunChoice,
    private readonly seed: string,
    private readonly fetch: Fetch,
    private readonly changed: () => void,
  ) {}

  /** Whether the last fetch failed, and none is in progress. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Returns the next position; null if none is loaded yet. */
  takeNext(): SpotShown | null {
    const next = this.#stock.shift() ?? null;
    // No automatic retry once the stock is empty after a failure: the user retries.
    if (this.#stock.length <= REFILL_BELOW && (next !== null || !this.#hasFailed))
      void this.fetchMore();
    return next;
  }

  /** Fetches the next batch, unless a fetch is in progress. */
  async fetchMore(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    this.#hasFailed = false;
    try {
      const { spots } = await this.fetch(spotsPath(this.choice, this.seed, this.#fetched));
      this.#stock.push(...spots);
      this.#fetched += spots.length;
      this.#hasFailed = spots.length === 0;
    } catch {
      this.#hasFailed = true;
    }
    this.#fetching = false;
    this.changed();
  }
}

export function spotsPath({ rule, size, grade }: RunChoice, seed: string, first: number): string {
  const query = new URLSearchParams({
    seed,
    first: String(first),
    count: String(BATCH_SIZE),
    size: String(size),
    grade,
  });
  if (rule !== "all") query.set("rule", rule);
  return `/api/drills/spot?${query}`;
}

/** Returns a random seed of 24 hex digits. */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
