/** Runs one request at a time for a form or a panel, and keeps why the last one failed. */
import { Problem } from "./api";

/** Refusal codes that are no error: somebody else was quicker, and the table has moved on. */
export type IgnoredCodes = ReadonlySet<string>;

export class RequestRunner {
  busy = $state(false);
  trouble = $state<string | null>(null);

  /** Returns whether it succeeded. */
  async run(act: () => Promise<unknown>, ignored: IgnoredCodes = NONE): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!ignored.has(error.code)) this.trouble = error.message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

const NONE: IgnoredCodes = new Set();
