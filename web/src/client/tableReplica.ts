/** Replica of a table: a snapshot (`whole`) that news are applied to. */
import type { Done, PublicEvent, News, Whole } from "../generated/messages";

/** The news do not follow on the replica's number: something in between was missed. */
export class MissedNews extends Error {}

export class TableReplica {
  #whole: Whole | null = null;

  /** The table as it is now; its `actions` are those of the last snapshot. */
  get whole(): Whole | null {
    return this.#whole;
  }

  /** The number of the last event known: the `since` of a reconnection. */
  get number(): number | null {
    return this.#whole?.number ?? null;
  }

  /**
   * Applies a message. False: it was not new, as news come again after a reconnection.
   * Throws MissedNews, and applies nothing, if there is a gap.
   */
  apply(message: Whole | News | Done): boolean {
    switch (message.is) {
      case "whole":
        this.#whole = message;
        return true;
      case "done":
        return this.#applySeats(message.you);
      case "news":
        return this.#applyNews(message);
    }
  }

  #applySeats(you: readonly number[]): boolean {
    if (this.#whole === null || String(this.#whole.you) === String(you)) return false;
    this.#whole = { ...this.#whole, you };
    return true;
  }

  #applyNews(news: News): boolean {
    const before = this.#whole;
    if (before === null || news.after > before.number) throw new MissedNews();
    if (news.number <= before.number) return false;
    const { number, at, now } = news;
    this.#whole = news.happened.reduce(applyPublicEvent, { ...before, number, at, now });
    return true;
  }
}

/** Applies what a happening changes outside of `now`. */
function applyPublicEvent(whole: Whole, happening: PublicEvent): Whole {
  switch (happening.event) {
    case "begun":
      return { ...whole, rules: happening.rules, setting: happening.setting };
    case "left": // by themselves, or removed by the host
      return { ...whole, you: whole.you.filter((seat) => seat !== happening.seat) };
    default:
      return whole;
  }
}
