/** Loads the reviewed game: from a table of this server, or from the user's record. */
import { get, post, Problem } from "../../client/api";
import type { Review } from "../../generated/messages";

/** The maximum size that the server accepts. */
export const MAX_RECORD_BYTES = 512 * 1024;

export class ReviewSource {
  review = $state.raw<Review | null>(null);
  /** The text of the record; null for a table. */
  record = $state.raw<string | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The index of the stop; kept while the user tries variations. */
  stop = $state(0);
  busy = $state(false);
  /** The serial number of the latest request; answers to earlier ones are dropped. */
  #latestRequest = 0;

  loadTable(table: string): Promise<void> {
    return this.#load(null, () => get<Review>(`/api/tables/${encodeURIComponent(table)}/review`));
  }

  loadRecord(record: string): Promise<void> {
    return this.#load(record, () => post<Review>("/api/review", { record }));
  }

  /** Loads the same review again in the current language. */
  async reload(): Promise<void> {
    const { review, record } = this;
    if (record !== null) await this.loadRecord(record);
    else if (review?.table) await this.loadTable(review.table);
  }

  close(): void {
    this.#latestRequest += 1;
    this.review = this.record = this.problem = null;
    this.busy = false;
    this.stop = 0;
  }

  async #load(record: string | null, ask: () => Promise<Review>): Promise<void> {
    const number = ++this.#latestRequest;
    this.busy = true;
    this.problem = null;
    try {
      const review = await ask();
      if (number !== this.#latestRequest) return;
      this.review = review;
      this.record = record;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number === this.#latestRequest) this.problem = error;
    } finally {
      if (number === this.#latestRequest) this.busy = false;
    }
  }
}
