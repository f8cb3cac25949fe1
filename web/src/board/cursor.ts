/**
 * The keyboard cursor on the board, independent of the DOM: where keys move it, which keys choose a
 * point.
 */
import type { Point } from "./points";

/** The used fields of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly repeat?: boolean;
}

export function boardCentre(size: number): Point {
  const half = Math.floor(size / 2);
  return { column: half, row: half };
}

/** Returns the nearest point of the board, after it became smaller. */
export function clampToBoard(size: number, { column, row }: Point): Point {
  return { column: clamp(column, size), row: clamp(row, size) };
}

/**
 * Returns the point that the key moves to, stopping at the edges; null if the key moves nothing.
 */
export function moveCursor(from: Point, press: KeyPress, size: number): Point | null {
  if (press.altKey || press.metaKey) return null;
  const last = size - 1;
  const { column, row } = from;
  if (press.ctrlKey) {
    if (press.key === "Home") return { column: 0, row: last };
    if (press.key === "End") return { column: last, row: 0 };
    return null;
  }
  switch (press.key) {
    case "ArrowLeft":
      return clampToBoard(size, { column: column - 1, row });
    case "ArrowRight":
      return clampToBoard(size, { column: column + 1, row });
    case "ArrowUp":
      return clampToBoard(size, { column, row: row + 1 });
    case "ArrowDown":
      return clampToBoard(size, { column, row: row - 1 });
    case "Home":
      return { column: 0, row };
    case "End":
      return { column: last, row };
    case "PageUp":
      return { column, row: last };
    case "PageDown":
      return { column, row: 0 };
    default:
      return null;
  }
}

/** Whether the key chooses the point; repeats of a held key do not. */
export function isChooseKey(press: KeyPress): boolean {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return false;
  return press.key === "Enter" || press.key === " ";
}

function clamp(index: number, size: number): number {
  return Math.min(Math.max(index, 0), size - 1);
}
