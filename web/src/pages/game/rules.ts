/** What the rules of a game, as the server states them, mean for what is shown. */
import type { Whole } from "../../generated/messages";

/** Does the mover say how many bonus turns to take? As the edition has it, unless the table departs from it. */
export function declares(rules: Whole["rules"]): boolean {
  if (rules === null) return false;
  if (rules["bonus"] !== undefined) return rules["bonus"] === "declared";
  return rules["edition"] !== "classic";
}
