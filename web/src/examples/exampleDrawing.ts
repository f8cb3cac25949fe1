/** Draws an example on a board: its stones, marks and layers. */
import { stonesOf } from "../board/points";
import type { Layer, Mark, PointName, Stones } from "../board/types";
import type { Example } from "./examples";

export interface ExampleDrawing {
  readonly stones: Stones;
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
}

/**
 * Draws an example. Before the stone falls, only stones and points at the right distance are drawn.
 */
export function drawExample(example: Example, fallen: boolean): ExampleDrawing {
  const { rule, stone, last, marked } = example;
  const stones = new Map(stonesOf(example.board));
  const marks: Mark[] = last === null ? [] : [{ kind: "last", at: last }];
  const layers: Layer[] = rule === "distance" ? [{ kind: "reach", points: marked }] : [];
  if (fallen && stone !== null) {
    stones.set(stone.at, { seat: stone.by });
    marks.push({ kind: "breach", at: stone.at });
    if (rule === "continuity") layers.push({ kind: "run", points: marked });
    if (rule === "density") layers.push(...square(marked));
    if (rule === "distance" && last !== null) {
      layers.push({ kind: "distance", from: last, to: stone.at });
    }
  }
  return { stones, marks, layers };
}

/**
 * Returns the layer of a square from its points; its corner, the lower left one, is the first of
 * them.
 */
function square(points: readonly PointName[]): readonly Layer[] {
  const corner = points[0];
  return corner === undefined
    ? []
    : [{ kind: "square", corner, side: Math.round(Math.sqrt(points.length)) }];
}
