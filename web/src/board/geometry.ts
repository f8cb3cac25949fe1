/** Coordinates on the drawn board, in its own units: a cell is 100 wide. */
import { allPoints, parsePoint, pointName } from "./points";
import type { PointName } from "./types";

export const CELL = 100;

/** Fractions of the total width: the tray's rim with coordinates, and without. */
const LETTERED_RIM = 0.062;
const PLAIN_RIM = 0.036;

/**
 * Boards of at least this size are dense: lines keep their width on the screen, and narrow rims
 * show fewer coordinates.
 */
const MIN_DENSE_SIZE = 14;

export interface Frame {
  readonly size: number;
  /** The width of the rim. */
  readonly rim: number;
  /** The distance from the bed's edge to its first cell. */
  readonly pad: number;
  /** The width of the whole drawing. */
  readonly total: number;
  readonly dense: boolean;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export function frameOf(size: number, lettered: boolean): Frame {
  const pad = 6 + size;
  const bed = size * CELL + 2 * pad;
  const share = lettered ? LETTERED_RIM : PLAIN_RIM;
  const rim = Math.round((bed * share) / (1 - 2 * share));
  return { size, rim, pad, total: bed + 2 * rim, dense: size >= MIN_DENSE_SIZE };
}

/** Returns the centre of a column, or of a row counted from the top. */
export function cellCentre({ rim, pad }: Frame, index: number): number {
  return rim + pad + (index + 0.5) * CELL;
}

/** Returns the centre of a point; null for an invalid name. */
export function spotOf(frame: Frame, at: PointName): Spot | null {
  const point = parsePoint(at);
  if (!point) return null;
  return { x: cellCentre(frame, point.column), y: cellCentre(frame, frame.size - 1 - point.row) };
}

export interface Hollow extends Spot {
  readonly at: PointName;
}

/** Returns all hollows of the board, row by row from the top. */
export function hollowsOf(frame: Frame): readonly Hollow[] {
  return allPoints(frame.size).flatMap((at) => {
    const spot = spotOf(frame, at);
    return spot ? [{ at, ...spot }] : [];
  });
}

export function spotsOf(frame: Frame, points: readonly PointName[]): Spot[] {
  return points.map((at) => spotOf(frame, at)).filter((spot) => spot !== null);
}

/**
 * Returns the point at a position given as fractions of the width and height of the grid; null
 * outside.
 */
export function nearestPoint(size: number, across: number, down: number): PointName | null {
  const column = Math.floor(across * size);
  const below = Math.floor(down * size);
  if (!(column >= 0 && column < size && below >= 0 && below < size)) return null;
  return pointName(column, size - 1 - below);
}
