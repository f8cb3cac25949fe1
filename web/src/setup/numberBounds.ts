/** Bounds of the five numbers on a board of a size, and fitting them to it. */
import type { Numbers } from "../client/fiveNumbers";

export const NUMBER_NAMES = ["a", "b", "c", "d", "e"] as const;
export type NumberName = (typeof NUMBER_NAMES)[number];

/** Upper bounds of a and e: the length of a line and the largest distance on the largest board. */
const MAX_LINE_LENGTH = 25;
const MAX_DISTANCE = 48;

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export function boundsOf(numbers: Numbers, size: number): Readonly<Record<NumberName, Bounds>> {
  return {
    a: { least: 3, most: MAX_LINE_LENGTH },
    b: { least: 2, most: size },
    c: { least: 2, most: numbers.b ** 2 },
    d: { least: 0, most: 2 * (size - 1) },
    e: { least: Math.max(1, numbers.d), most: MAX_DISTANCE },
  };
}

/** Fits numbers to a board; b is clamped before c, and d before e, whose bounds depend on them. */
export function fitToBoard(numbers: Numbers, size: number): Numbers {
  let found = numbers;
  for (const name of NUMBER_NAMES) {
    const { least, most } = boundsOf(found, size)[name];
    found = { ...found, [name]: clamp(found[name], least, most) };
  }
  return found;
}

/** Returns the nearest whole number within the bounds. */
export function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value), least), most) : least;
}
