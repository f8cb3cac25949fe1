/** Coordinates on the drawn board, in its own units: the cell of a hollow is 100 wide. */
import { allPoints, parsePoint, pointName } from "./points";
import type { PointName } from "./types";

export const CELL = 100;

/** Shares of the whole width: the tray's rim with letters in it, and without. */
const LETTERED_RIM = 0.062;
const PLAIN_RIM = 0.036;

/** Boards from this size on are dense: lines keep their width on the screen, and narrow rims thin out their letters. */
const MIN_DENSE_SIZE = 14;

export interface Frame {
  readonly size: number;
  /** The width of the rim. */
  readonly rim: number;
  /** From the bed's edge to its first cell. */
  readonly pad: number;
  /** The width of everything. */
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

/** The middle of a column, or of a row when counted from the top. */
export function cellCentre({ rim, pad }: Frame, index: number): number {
  return rim + pad + (index + 0.5) * CELL;
}

/** The middle of a point's hollow; null for a name that is none. */
export function spotOf(frame: Frame, at: PointName): Spot | null {
  const point = parsePoint(at);
  if (!point) return null;
  return { x: cellCentre(frame, point.column), y: cellCentre(frame, frame.size - 1 - point.row) };
}

export interface Hollow extends Spot {
  readonly at: PointName;
}

/** All hollows of the board as one reads them. */
export function hollowsOf(frame: Frame): readonly Hollow[] {
  return allPoints(frame.size).flatMap((at) => {
    const spot = spotOf(frame, at);
    return spot ? [{ at, ...spot }] : [];
  });
}

export function spotsOf(frame: Frame, points: readonly PointName[]): Spot[] {
  return points.map((at) => spotOf(frame, at)).filter((spot) => spot !== null);
}

/** The point whose hollow is nearest, by shares of the width and the height of all the cells. */
export function nearestPoint(size: number, across: number, down: number): PointName | null {
  const column = Math.floor(across * size);
  const below = Math.floor(down * size);
  if (!(column >= 0 && column < size && below >= 0 && below < size)) return null;
  return pointName(column, size - 1 - below);
}
