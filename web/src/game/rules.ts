/** What the rules of a game, as the server states them, mean for what is shown. */

/** Does the mover say how many bonus turns to take? As the edition has it, unless the table departs from it. */
export function declares(rules: Readonly<Record<string, unknown>>): boolean {
  if (rules["bonus"] !== undefined) return rules["bonus"] === "declared";
  return rules["edition"] !== "classic";
}
