/** What is known of a table: the whole of it, kept current by the news. */
import type { Done, Happening, News, Whole } from "../generated/messages";

/** News do not follow on what is known: something between is missing. */
export class MissedNews extends Error {}

export class TableReplica {
  #whole: Whole | null = null;

  /** The table as it is; its `actions` are those of when the whole was last sent. */
  get whole(): Whole | null {
    return this.#whole;
  }

  /** The last number known: what to ask for again `since`. */
  get number(): number | null {
    return this.#whole?.number ?? null;
  }

  /**
   * Is it something new? Old news come again after a reconnection.
   * Throws Missed, and takes nothing, if something before it is missing.
   */
  take(message: Whole | News | Done): boolean {
    switch (message.is) {
      case "whole":
        this.#whole = message;
        return true;
      case "done":
        return this.#takeSeats(message.you);
      case "news":
        return this.#takeNews(message);
    }
  }

  #takeSeats(you: readonly number[]): boolean {
    if (this.#whole === null || String(this.#whole.you) === String(you)) return false;
    this.#whole = { ...this.#whole, you };
    return true;
  }

  #takeNews(news: News): boolean {
    const before = this.#whole;
    if (before === null || news.after > before.number) throw new MissedNews();
    if (news.number <= before.number) return false;
    const { number, at, now } = news;
    this.#whole = news.happened.reduce(follow, { ...before, number, at, now });
    return true;
  }
}

/** What a happening changes of that which `now` does not tell. */
function follow(whole: Whole, happening: Happening): Whole {
  switch (happening.event) {
    case "begun":
      return { ...whole, rules: happening.rules, setting: happening.setting };
    case "left": // perhaps by the host's word
      return { ...whole, you: whole.you.filter((seat) => seat !== happening.seat) };
    default:
      return whole;
  }
}
