/** Formats a position: its question, its truth, the verdict on an answer. */
import { parseSetting } from "../../client/fiveNumbers";
import type { SpotShown } from "../../generated/messages";
import type { TextKey } from "../../text/say.svelte";
import { formatBreaches, type Say } from "../../game/verdict/breachText";
import { RULES, type RunChoice, type RuleName } from "./runChoice";
import type { SpotAnswer } from "./run";

/** The rules that bind here. */
export function bindingRulesOf(spot: SpotShown): readonly RuleName[] {
  return spot.rule === null ? RULES : [spot.rule];
}

/** What the stone breaks; or, in one sentence, that it breaks nothing. */
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

/** What is asked. */
export function formatQuestion(spot: SpotShown, say: Say): string {
  return say("spot.question", { at: spot.stone.at });
}

/** Where the distance is measured from; null where it does not matter. */
export function formatMeasuredFrom(spot: SpotShown, say: Say): string | null {
  return bindingRulesOf(spot).includes("distance") ? say("spot.last", { at: spot.last }) : null;
}

/** Was it right, and which of the two ways to be so? */
export function verdictKey({ right, shouted }: SpotAnswer): TextKey {
  if (right) return shouted ? "spot.right_shout" : "spot.right_stand";
  return shouted ? "spot.wrong_shout" : "spot.wrong_stand";
}

/** The options of a run in one line: mode, rule, size of the board, difficulty. */
export function formatChoice({ mode, rule, size, grade }: RunChoice, say: Say): string {
  return say("spot.combination", {
    mode: say(`spot.mode_${mode}`),
    rule: say(`spot.rule_${rule}`),
    size,
    grade: say(`spot.grade_${grade}`),
  });
}
