/** SVG paths over several points, in the units of the drawn board. */
import { CELL, spotOf, spotsOf, type Frame, type Spot } from "./geometry";
import { circle } from "./stoneOutlines";
import type { PointName } from "./types";

export const HOLLOW_RADIUS = 43;

/** So much of a stone's middle stays clear of lines: its number stands there. */
const CLEAR_RADIUS = 26;

/** A line from the first point to the last, broken at each stone. */
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

/** Circles around points, all as one path. */
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

/** The square of so many points whose lower left one is given. */
export function boxOf(frame: Frame, corner: PointName, side: number): Box | null {
  const spot = spotOf(frame, corner);
  if (!spot) return null;
  return { x: spot.x - CELL / 2, y: spot.y + CELL / 2 - side * CELL, side: side * CELL };
}

/** The way of the taxi: along the row, then along the column, stepping on every point between. */
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

/** What a point-symmetric shape turns around. */
export function centreOf(spots: readonly Spot[]): Spot {
  const sum = (of: (spot: Spot) => number) => spots.reduce((all, spot) => all + of(spot), 0);
  const count = Math.max(spots.length, 1);
  return { x: sum((spot) => spot.x) / count, y: sum((spot) => spot.y) / count };
}

/** The outermost points, in the order of a walk around them (Andrew's chain). */
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
