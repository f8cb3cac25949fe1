/** A list on the account page, loaded from the server. */
import { Problem } from "../../../client/api";

export class ListLoader<Row> {
  /** null: not known yet. */
  rows = $state.raw<readonly Row[] | null>(null);
  /** Why the list could not be loaded or changed. */
  problem = $state.raw<string | null>(null);
  readonly #fetch: () => Promise<readonly Row[]>;

  constructor(fetch: () => Promise<readonly Row[]>) {
    this.#fetch = fetch;
  }

  load(): Promise<void> {
    return this.after(async () => {});
  }

  /** Carries out a change, and then loads the list again. */
  async after(change: () => Promise<void>): Promise<void> {
    try {
      await change();
      this.rows = await this.#fetch();
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
    }
  }
}
