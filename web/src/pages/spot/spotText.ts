/** Formats a position: its question, its explanation, the verdict on an answer. */
import { parseSetting } from "../../client/fiveNumbers";
import type { SpotShown } from "../../generated/messages";
import type { TextKey } from "../../text/say.svelte";
import { formatBreaches, type Say } from "../../game/verdict/breachText";
import { RULES, type RunChoice, type RuleName } from "./runChoice";
import type { SpotAnswer } from "./run";

/** Returns the binding rules. */
export function bindingRulesOf(spot: SpotShown): readonly RuleName[] {
  return spot.rule === null ? RULES : [spot.rule];
}

/** Formats the breaches of the stone, or one sentence that it has none. */
export function formatTruth(spot: SpotShown, say: Say): string {
  if (!spot.fine) return say("game.shown", { shown: formatBreaches(spot.breaches, say) });
  const { a, b, c, d, e } = parseSetting(spot.setting);
  switch (spot.rule) {
    case "continuity":
      return say("spot.fine_continuity", { a });
    case "density":
      return say("spot.fine_density", { b, c });
    case "distance":
      return say("spot.fine_distance", { d, e });
    case null:
      return say("spot.fine_all");
  }
}

/** Formats the question. */
export function formatQuestion(spot: SpotShown, say: Say): string {
  return say("spot.question", { at: spot.stone.at });
}

/**
 * Formats the point that the distance is measured from; null if the distance rule does not bind.
 */
export function formatMeasuredFrom(spot: SpotShown, say: Say): string | null {
  return bindingRulesOf(spot).includes("distance") ? say("spot.last", { at: spot.last }) : null;
}

/** Returns the text key for a right or wrong answer, by kind of answer. */
export function verdictKey({ right, shouted }: SpotAnswer): TextKey {
  if (right) return shouted ? "spot.right_shout" : "spot.right_stand";
  return shouted ? "spot.wrong_shout" : "spot.wrong_stand";
}

/** Formats the options of a run in one line: mode, rule, board size, difficulty. */
export function formatChoice({ mode, rule, size, grade }: RunChoice, say: Say): string {
  return say("spot.combination", {
    mode: say(`spot.mode_${mode}`),
    rule: say(`spot.rule_${rule}`),
    size,
    grade: say(`spot.grade_${grade}`),
  });
}
