/** Prefetches the positions of a run in batches. */
import type { SpotShown, Spots } from "../../generated/messages";
import type { RunChoice } from "./runChoice";

export const BATCH_SIZE = 10;
/** With so few left, more are fetched. */
export const REFILL_BELOW = 4;

export type Fetch = (path: string) => Promise<Spots>;

export class SpotSupply {
  #stock: SpotShown[] = [];
  #fetched = 0;
  #fetching = false;
  #hasFailed = false;

  /**
   * @param seed - whoever names it gets the same positions
   * @param changed - told when positions came, or did not
   */
  constructor(
    private readonly choice: RunChoice,
    private readonly seed: string,
    private readonly fetch: Fetch,
    private readonly changed: () => void,
  ) {}

  /** The last fetch did not work, and nothing is under way. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The next position; null: it is still to come. */
  takeNext(): SpotShown | null {
    const next = this.#stock.shift() ?? null;
    // Where none is left, it is said that it failed: from there, asking again is up to the user.
    if (this.#stock.length <= REFILL_BELOW && (next !== null || !this.#hasFailed))
      void this.fetchMore();
    return next;
  }

  /** Fetches the next batch, unless it is on its way already. */
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

/** A seed that nobody has had. */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
