/** SVG paths over several points, in the units of the drawn board. */
import { CELL, spotOf, spotsOf, type Frame, type Spot } from "./geometry";
import { circle } from "./stoneOutlines";
import type { PointName } from "./types";

export const HOLLOW_RADIUS = 43;

/** The radius around a stone's centre that lines leave clear for its number. */
const CLEAR_RADIUS = 26;

/** Returns a line from the first point to the last, interrupted at each stone. */
export function runPath(frame: Frame, points: readonly PointName[]): string {
  const spots = spotsOf(frame, points);
  return spots
    .slice(1)
    .map((to, index) => linePath(between(spots[index]!, to)))
    .join("");
}

function between(from: Spot, to: Spot): Spot[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [x, y] = [
    ((to.x - from.x) / length) * CLEAR_RADIUS,
    ((to.y - from.y) / length) * CLEAR_RADIUS,
  ];
  return [
    { x: from.x + x, y: from.y + y },
    { x: to.x - x, y: to.y - y },
  ];
}

/** Returns circles around points as one path. */
export function circlesPath(
  frame: Frame,
  points: readonly PointName[],
  radius = HOLLOW_RADIUS,
): string {
  return spotsOf(frame, points)
    .map(({ x, y }) => circle(x, y, radius))
    .join("");
}

export interface Box extends Spot {
  readonly side: number;
}

/**
 * Returns the square with this lower left point and side, in units of the drawing; null for an
 * invalid name.
 */
export function boxOf(frame: Frame, corner: PointName, side: number): Box | null {
  const spot = spotOf(frame, corner);
  if (!spot) return null;
  return { x: spot.x - CELL / 2, y: spot.y + CELL / 2 - side * CELL, side: side * CELL };
}

/** Returns the taxi path: along the row, then along the column, with every point between. */
export function taxiPath(frame: Frame, from: PointName, to: PointName): Spot[] {
  const start = spotOf(frame, from);
  const end = spotOf(frame, to);
  if (!start || !end) return [];
  const way = [start];
  let { x, y } = start;
  while (x !== end.x || y !== end.y) {
    if (x !== end.x) x += CELL * Math.sign(end.x - x);
    else y += CELL * Math.sign(end.y - y);
    way.push({ x, y });
  }
  return way;
}

export function linePath(spots: readonly Spot[]): string {
  return spots.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("");
}

/** Returns the mean of the points: the centre of a point-symmetric shape. */
export function centreOf(spots: readonly Spot[]): Spot {
  const sum = (of: (spot: Spot) => number) => spots.reduce((all, spot) => all + of(spot), 0);
  const count = Math.max(spots.length, 1);
  return { x: sum((spot) => spot.x) / count, y: sum((spot) => spot.y) / count };
}

/** Returns the convex hull (Andrew's monotone chain). */
export function convexHull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((one, other) => one.x - other.x || one.y - other.y);
  if (sorted.length < 3) return sorted;
  const chain = (ordered: readonly Spot[]): Spot[] => {
    const hull: Spot[] = [];
    for (const spot of ordered) {
      while (hull.length > 1 && !turnsLeft(hull.at(-2)!, hull.at(-1)!, spot)) hull.pop();
      hull.push(spot);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function turnsLeft(one: Spot, two: Spot, three: Spot): boolean {
  return (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x) > 0;
}
