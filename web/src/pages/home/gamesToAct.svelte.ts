/**
 * Games in which it is the user's turn: fetched on opening the page, on returning to it, and at
 * intervals.
 */
import { account } from "../../client/accountApi";
import { Problem } from "../../client/api";
import type { TableRow } from "../../generated/messages";

const REFRESH_MS = 30_000;

export class GamesToAct {
  #rows = $state.raw<readonly TableRow[]>([]);

  get rows(): readonly TableRow[] {
    return this.#rows;
  }

  /** Fetches at intervals while the page is visible. Returns a function that stops it. */
  watch(): () => void {
    const look = () => {
      if (!document.hidden) void this.ask();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /**
   * Fetches the games; users without a session have none, and after a failed request the old list
   * stays.
   */
  async ask(): Promise<void> {
    try {
      if (account.me === null) await account.refresh();
      this.#rows = account.me === null ? [] : await account.gamesToAct();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
    }
  }
}
