/** Marks and layers of the reviewed position; each kind can be switched off. */
import { drawBreaches } from "../../../board/breachLayers";
import type { Layer, Mark, PointName, Stone, Stones } from "../../../board/types";
import type { CompletedShape, Position, Truth } from "../../../generated/messages";

export const LAYERS = ["numbers", "breaches", "shapes"] as const;
export type LayerName = (typeof LAYERS)[number];
export type LayerSwitchStates = Readonly<Record<LayerName, boolean>>;

export const ALL_ON: LayerSwitchStates = { numbers: true, breaches: true, shapes: true };

export interface ReviewDrawing {
  readonly stones: Stones;
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
}

export interface ReviewedPosition {
  readonly position: Position;
  /** The stones with their numbers. */
  readonly stones: Stones;
  /** The facts about the stone that the position is about. */
  readonly truth: Truth | null;
  /** The seat of that stone. */
  readonly placer: number | null;
  readonly b: number;
  /** The index of the completed shape that is drawn. */
  readonly shape?: number;
}

export function drawReview(seen: ReviewedPosition, on: LayerSwitchStates): ReviewDrawing {
  const { truth, position } = seen;
  const marks: Mark[] = [];
  const layers: Layer[] = [];
  const last = lastStone(position);
  if (last !== null && seen.stones.has(last)) marks.push({ kind: "last", at: last });
  const shapes = truth !== null && on.shapes ? completedShapes(truth) : [];
  const shape = shapes[(seen.shape ?? 0) % shapes.length];
  if (shape?.points) layers.push({ kind: "shape", points: shape.points });
  if (truth !== null && on.breaches) {
    const drawn = drawBreaches(truth.breaches, truth.at, seen.b);
    layers.push(...drawn.layers);
    if (isGone(seen)) marks.push({ kind: "pending", at: truth.at, seat: seen.placer ?? 0 });
    marks.push(...drawn.marks);
  }
  return { stones: on.numbers ? seen.stones : withoutNumbers(seen.stones), marks, layers };
}

/** Returns the open stone; without a window, the one that the next distance is measured from. */
export function lastStone(position: Position): PointName | null {
  return position.window?.at ?? position.last ?? null;
}

/** Whether the stone has been removed; its breach is then drawn around a pending mark. */
function isGone({ truth, stones, placer }: ReviewedPosition): boolean {
  return truth !== null && placer !== null && truth.breaches.length > 0 && !stones.has(truth.at);
}

/** Returns the completed shapes whose points are known, the largest first. */
export function completedShapes({
  completed,
}: Pick<Truth, "completed">): readonly CompletedShape[] {
  const known = completed.filter(({ points }) => points !== null);
  return known.sort((one, other) => other.stones - one.stones);
}

function withoutNumbers(stones: Stones): Stones {
  return new Map([...stones].map(([at, { seat }]): [PointName, Stone] => [at, { seat }]));
}

/**
 * Returns marks for the legal points: a dot, or the number of shapes that a stone there completes.
 */
export function legalMarks(
  legal: Readonly<Record<string, number>> | null,
  shapes: boolean,
): Mark[] {
  return Object.entries(legal ?? {}).map(([at, count]) =>
    shapes && count > 0 ? { kind: "count", at, text: String(count) } : { kind: "legal", at },
  );
}
