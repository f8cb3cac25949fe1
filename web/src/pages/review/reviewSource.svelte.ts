/** Loads the reviewed game: from a table of this server, or from a record that the user gives. */
import { get, post, Problem } from "../../client/api";
import type { Review } from "../../generated/messages";

/** As much as the server takes. */
export const MAX_RECORD_BYTES = 512 * 1024;

export class ReviewSource {
  review = $state.raw<Review | null>(null);
  /** The text that it was read from; null for a table. */
  record = $state.raw<string | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Where one is in it, of all stops: it stays while one tries things elsewhere. */
  stop = $state(0);
  busy = $state(false);
  /** Only the latest question is answered. */
  #latestRequest = 0;

  loadTable(table: string): Promise<void> {
    return this.#load(null, () => get<Review>(`/api/tables/${encodeURIComponent(table)}/review`));
  }

  loadRecord(record: string): Promise<void> {
    return this.#load(record, () => post<Review>("/api/review", { record }));
  }

  /** The same again, in the language that is spoken now. */
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
