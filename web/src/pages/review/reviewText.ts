/** Formats what happened in a step, and the facts about a stone. */
import type { Chair, Position, Review, ReviewStep, Truth } from "../../generated/messages";
import { levelName } from "../../ui/levelText";
import { say } from "../../text/say.svelte";
import { formatBreaches } from "../../game/verdict/breachText";
import { placementOf, positionAt } from "./game/reviewStops";

export type NameOfSeat = (seat: number) => string;

/**
 * Returns the names of a record's players; unnamed ones get a number. A record has no guests and no
 * “you”.
 */
export function namesOf(players: readonly Chair[]): NameOfSeat {
  return (seat) => {
    const chair = players[seat];
    if (chair?.level != null) return levelName(chair.level);
    return chair?.name ?? say("room.player", { seat: seat + 1 });
  };
}

export function formatStep(review: Review, number: number, name: NameOfSeat): string {
  const step = review.steps[number - 1];
  if (!step) return say("review.at_start");
  const told = formatAction(
    step,
    positionAt(review, number - 1),
    placementOf(review, number)?.truth ?? null,
    name,
  );
  return step.refused === null ? told : say("review.refused", { told, why: step.refused.text });
}

/**
 * Formats an action; `before` is the position before it, `about` the facts about the stone that it
 * refers to.
 */
export function formatAction(
  step: ReviewStep,
  before: Position,
  about: Truth | null,
  name: NameOfSeat,
): string {
  const { action } = step;
  const player = name(step.by);
  const at = String(action["at"]);
  switch (action["do"]) {
    case "place": {
      const count = Number(action["declare"] ?? 0);
      return count > 0
        ? say("event.placed_declaring", { player, at, count })
        : say("event.placed", { player, at });
    }
    case "accept":
      return say("review.accepted", { player });
    case "grav":
      if (about === null || step.refused !== null) return say("review.shouted", { player });
      return about.breaches.length > 0
        ? say("event.right_shout", { player, shown: formatBreaches(about.breaches, say) })
        : say("event.wrong_shout", { player });
    case "remove":
      return before.violator === null
        ? say("review.removed", { player, at })
        : say("event.removed", { player, at, of: name(before.violator) });
    case "pass":
      return say("event.passed", { player });
    default:
      return say("event.resigned", { player });
  }
}

/**
 * Formats the facts about a stone, one sentence each. On a study board an open outcome is left out.
 */
export function formatTruth(truth: Truth, name: NameOfSeat, trying = false): readonly string[] {
  const { breaches, shapes, declared, called, missed } = truth;
  const told = [
    breaches.length > 0
      ? say("review.breaks", { shown: formatBreaches(breaches, say) })
      : say("review.breaks_none"),
  ];
  if (truth.on_bonus_turn) told.push(say("review.on_bonus_turn"));
  if (declared === null) {
    if (shapes > 0) told.push(say("review.shapes_granted", { count: shapes, bonus: truth.bonus }));
  } else if (shapes > 0 || declared > 0) {
    told.push(say("review.shapes_declared", { count: shapes, declared, bonus: truth.bonus }));
  }
  if (called !== null) {
    const player = name(called.by);
    told.push(say(called.right ? "review.called_right" : "review.called_wrong", { player }));
  }
  if (missed.length > 0) told.push(say("review.missed_by", { players: missed.map(name) }));
  if (truth.outcome !== "open" || !trying) told.push(say(`review.outcome_${truth.outcome}`));
  return told;
}

/** Formats the winner and the reason; null if the record stops before the end. */
export function formatResult({ result }: Pick<Review, "result">, name: NameOfSeat): string | null {
  const [winner] = result.ranking ?? [];
  if (result.ended === null || winner === undefined) return null;
  const player = name(winner);
  switch (result.ended) {
    case "passes":
      return say("review.won_passes", { player });
    case "repetition":
      return say("review.won_repetition", { player });
    default:
      return say("review.won_resignation", { player });
  }
}
