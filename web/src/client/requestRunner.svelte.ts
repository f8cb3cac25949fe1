/** One thing at a time is sent; what came of it that was not wished for is told. */
import { Problem } from "./api";

/** Refusals of what somebody else was quicker with: nothing is wrong, the table has moved on. */
export type IgnoredCodes = ReadonlySet<string>;

export class RequestRunner {
  busy = $state(false);
  trouble = $state<string | null>(null);

  /** True where it was done. */
  async run(act: () => Promise<unknown>, passed: IgnoredCodes = NONE): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!passed.has(error.code)) this.trouble = error.message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

const NONE: IgnoredCodes = new Set();
