/** What the rules of a game, as the server states them, mean for what is shown. */
import { EDITIONS, PARTS, USUAL_EDITION } from "../generated/parts";

/** Does the mover say how many bonus turns to take? As the edition has it, unless the table departs from it. */
export function declares(rules: Readonly<Record<string, unknown>>): boolean {
  const edition = EDITIONS.find((each) => each === rules["edition"]) ?? USUAL_EDITION;
  return (rules["bonus"] ?? PARTS[edition].bonus) === "declared";
}
