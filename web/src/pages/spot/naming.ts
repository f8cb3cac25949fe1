/** A combination in words. */
import type { Say } from "../../game/verdict/breaches";
import type { Choice } from "./choice";

export function tellChoice({ mode, rule, size, grade }: Choice, say: Say): string {
  return say("spot.combination", {
    mode: say(`spot.mode_${mode}`),
    rule: say(`spot.rule_${rule}`),
    size,
    grade: say(`spot.grade_${grade}`),
  });
}
