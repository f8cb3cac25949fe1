/** Formats announcements for screen readers: what happened, and what the user can do now. */
import type { PublicEvent, Now, Position } from "../../generated/messages";
import type { TextKey } from "../../text/say.svelte";
import type { PossibleAction } from "../input/possibleAction";
import { formatBreaches, type Say } from "../verdict/breachText";

export interface Announcement {
  readonly text: string;
  /** Whether it interrupts the screen reader (assertive). */
  readonly urgent: boolean;
}

export interface Addressee {
  readonly say: Say;
  name(seat: number): string;
  /** The seat of the user; null for spectators, and on a shared device. */
  readonly me: number | null;
  /** All seats of the user. */
  readonly you: readonly number[];
}

export function formatAnnouncement(
  happening: PublicEvent,
  now: Now,
  addressee: Addressee,
): Announcement | null {
  const text = formatPublicEvent(happening, now, addressee);
  return text === null ? null : { text, urgent: happening.event === "shouted" };
}

function formatPublicEvent(
  happening: PublicEvent,
  now: Now,
  { say, name, me, you }: Addressee,
): string | null {
  /** Formats a sentence about a seat; another text is used for the user's own. */
  const about = (seat: number, own: TextKey, others: TextKey, values = {}): string =>
    seat === me ? say(own, values) : say(others, { player: name(seat), ...values });
  switch (happening.event) {
    case "placed": {
      const { by, at, declared } = happening;
      const window = now.position?.window;
      // Players who must answer it get the prompt instead, which names the stone.
      if (window?.awaiting.some((seat) => you.includes(seat))) return null;
      if (!declared) return about(by, "game.you_placed", "event.placed", { at });
      const values = { at, count: declared };
      return about(by, "game.you_placed_declaring", "event.placed_declaring", values);
    }
    case "accepted":
      if (happening.why !== "time") return null;
      return about(happening.by, "game.you_let_it_stand", "game.let_it_stand");
    case "shouted": {
      const { by, right } = happening;
      if (!right) return about(by, "game.heard_you_wrong", "event.wrong_shout");
      const shown = formatBreaches(happening.breaches, say);
      return about(by, "game.heard_you_right", "event.right_shout", { shown });
    }
    case "removed": {
      const { by, of, at } = happening;
      if (of === me) return say("game.lost_stone", { player: name(by), at });
      return about(by, "game.you_removed", "event.removed", { of: name(of), at });
    }
    case "passed":
      return about(happening.by, "game.you_passed", "event.passed");
    case "skipped":
      return about(happening.by, "game.you_skipped", "event.skipped");
    case "resigned": {
      const { by, why } = happening;
      if (why === "time") return about(by, "game.you_out_of_time", "game.out_of_time");
      if (why === "gone") return about(by, "game.you_gone", "game.gone");
      return about(by, "game.you_resigned", "event.resigned");
    }
    case "bonus_turn_begun": {
      const { by, left } = happening;
      if (left > 0) {
        return about(by, "game.your_bonus_turn_of_more", "event.bonus_turn_of_more", { left });
      }
      return about(by, "game.your_bonus_turn", "event.bonus_turn");
    }
    case "ended": {
      const winner = happening.ranking[0];
      const how = say(`game.how_${happening.how}`);
      if (winner === undefined) return null;
      return about(winner, "game.heard_you_won", "game.heard_won", { how });
    }
    case "answered":
      return about(happening.seat, "game.you_answered", "game.has_answered");
    case "takeback_asked":
      return about(happening.seat, "game.you_ask_takeback", "game.asks_takeback");
    case "takeback_answered":
      if (happening.agreed) return null;
      return about(happening.seat, "game.you_declined", "game.declined");
    case "taken_back":
      return say("game.taken_back");
    case "said": {
      if (happening.seat === me) return null;
      const phrase = formatPhrase(happening.phrase, say);
      return phrase === null ? null : say("game.said", { player: name(happening.seat), phrase });
    }
    case "rematch_offered":
      return about(happening.seat, "game.you_offer_rematch", "game.offers_rematch");
    case "rematch_answered":
      if (happening.agreed) return null;
      return about(happening.seat, "game.you_declined", "game.declined");
    default:
      return null;
  }
}

export const PHRASES = [
  "hello",
  "have_fun",
  "thinking",
  "take_your_time",
  "back_soon",
  "well_seen",
  "close_one",
  "oops",
  "sorry",
  "thanks",
  "good_game",
] as const;

/** Formats a phrase; null if this client does not know it. */
export function formatPhrase(phrase: string, say: Say): string | null {
  const known = PHRASES.find((each) => each === phrase);
  return known === undefined ? null : say(`phrases.${known}`);
}

/** A prompt for the current action; announced once for each `key`. */
export interface Prompt extends Announcement {
  readonly key: string;
}

/**
 * Returns what screen readers announce about the current action; null if that was announced
 * already.
 */
export function formatPrompt(
  acting: PossibleAction,
  position: Position,
  addressee: Addressee,
): Prompt | null {
  const { say, name, me } = addressee;
  const stones = position.stones.reduce((sum, each) => sum + each, 0);
  switch (acting.kind) {
    case "answer": {
      const { by, at, placement } = acting.window;
      const values = { player: name(by), at, move: placement };
      return { key: `answer ${placement}`, text: say("game.heard_window", values), urgent: true };
    }
    case "remove": {
      const text = say("game.choose_stone", { player: name(acting.violator ?? 0) });
      return { key: `remove ${stones}`, text, urgent: true };
    }
    case "place": {
      if (acting.opening) return { key: "opening", text: say("game.opening"), urgent: false };
      // The event `bonus_turn_begun` has announced this already.
      if (position.on_bonus_turn) return null;
      const seat = acting.movers[0]?.seat ?? 0;
      const text =
        seat === me ? say("game.your_turn") : say("game.turn_of", { player: name(seat) });
      return { key: `turn ${seat} ${stones} ${position.passed.length}`, text, urgent: false };
    }
    case "wait": {
      const seat = acting.waited[0];
      if (acting.phase !== "turn" || seat === undefined || position.on_bonus_turn) return null;
      const text = say("game.turn_of", { player: name(seat) });
      return { key: `turn ${seat} ${stones} ${position.passed.length}`, text, urgent: false };
    }
    default:
      return null;
  }
}
