/** Turns the server's breaches into marks and layers on the board. */
import type { Layer, Mark, PointName } from "./types";

/**
 * A breach as the server sends it: `to_json` of `grav.rules.continuity`, `density` and `distance`.
 */
export type Breach = Readonly<Record<string, unknown>>;

export interface BreachDrawing {
  readonly layers: Layer[];
  readonly marks: Mark[];
}

/**
 * Draws the run, the square or the path, with rings around the stones of a run, the stone that the
 * distance is measured from, and the placed stone. A breach of density lacks the side of its
 * square: it is `b` of the setting.
 */
export function drawBreaches(breaches: readonly Breach[], at: PointName, b: number): BreachDrawing {
  const layers: Layer[] = [];
  const ringed = new Set<PointName>(breaches.length ? [at] : []);
  for (const { rule, points, square, from } of breaches) {
    if (rule === "continuity" && Array.isArray(points)) {
      layers.push({ kind: "run", points: points.map(String) });
      for (const point of points) ringed.add(String(point));
    } else if (rule === "density" && typeof square === "string") {
      layers.push({ kind: "square", corner: square, side: b });
    } else if (rule === "distance" && typeof from === "string") {
      layers.push({ kind: "distance", from, to: at });
      ringed.add(from);
    }
  }
  return { layers, marks: [...ringed].map((point) => ({ kind: "breach", at: point })) };
}
