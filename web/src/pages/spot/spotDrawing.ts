/** Draws a position on its board, by stage: stones, marks and layers. */
import { drawBreaches } from "../../board/breachLayers";
import { stonesOf } from "../../board/points";
import type { Layer, Mark, Stones } from "../../board/types";
import { parseSetting } from "../../client/fiveNumbers";
import type { SpotShown } from "../../generated/messages";
import { bindingRulesOf } from "./spotText";

/** Without its stone, with the fallen stone, or with its breaches. */
export type SpotStage = "before" | "fallen" | "explained";

export interface SpotDrawing {
  readonly stones: Stones;
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
}

/**
 * Draws a position; the fallen stone has a wide ring, the one that the distance is measured from a
 * small one.
 */
export function drawSpot(spot: SpotShown, shown: SpotStage): SpotDrawing {
  const { at, by: seat } = spot.stone;
  const before = stonesOf(spot.board);
  const measured: Mark[] = bindingRulesOf(spot).includes("distance")
    ? [{ kind: "last", at: spot.last }]
    : [];
  if (shown === "before") return { stones: before, marks: measured, layers: [] };
  const stones = new Map([...before, [at, { seat }]]);
  if (shown === "explained" && !spot.fine) {
    const { layers, marks } = drawBreaches(spot.breaches, at, parseSetting(spot.setting).b);
    return { stones, layers, marks: [...measured, ...marks] };
  }
  return { stones, marks: [...measured, { kind: "pending", at, seat }], layers: [] };
}
