/** Asks the server's search for its evaluation, one position at a time. */
import { Problem } from "../../../client/api";
import { streamJsonLines } from "../../../client/streamingApi";
import type { Opinion } from "../../../generated/messages";
import type { Action, Rules } from "../study/studyActions";

const MILLISECONDS = 5_000;
const BEST = 5;

export class OpinionClient {
  opinion = $state.raw<Opinion | null>(null);
  running = $state(false);
  trouble = $state<string | null>(null);
  #request: AbortController | null = null;

  async ask(rules: Rules, actions: readonly Action[]): Promise<void> {
    this.clear();
    const request = (this.#request = new AbortController());
    this.running = true;
    try {
      const body = { rules, actions, milliseconds: MILLISECONDS, best: BEST };
      for await (const line of streamJsonLines<Opinion>(
        "/api/review/opinion",
        body,
        request.signal,
      )) {
        if (this.#request !== request) return;
        this.opinion = line;
      }
    } catch (error) {
      if (request.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    } finally {
      if (this.#request === request) this.running = false;
    }
  }

  /** Stops the search; its last evaluation stays. */
  stop(): void {
    this.#request?.abort();
    this.#request = null;
    this.running = false;
  }

  /** Deletes the evaluation, as the position has changed. */
  clear(): void {
    this.stop();
    this.opinion = this.trouble = null;
  }
}
