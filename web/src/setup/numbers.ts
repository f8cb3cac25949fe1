/** The five numbers while they are being chosen: kept within what a board of that size takes. */
import type { Numbers } from "../client/settings";

export const NAMES = ["a", "b", "c", "d", "e"] as const;
export type NumberName = (typeof NAMES)[number];

/** More than these say nothing that these do not: no board has a longer line, or a longer way. */
const MOST_IN_LINE = 25;
const LONGEST_WAY = 48;

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export function boundsOf(numbers: Numbers, size: number): Readonly<Record<NumberName, Bounds>> {
  return {
    a: { least: 3, most: MOST_IN_LINE },
    b: { least: 2, most: size },
    c: { least: 2, most: numbers.b ** 2 },
    d: { least: 0, most: 2 * (size - 1) },
    e: { least: Math.max(1, numbers.d), most: LONGEST_WAY },
  };
}

/** The nearest numbers that a board of that size takes; b goes before c, and d before e. */
export function fitted(numbers: Numbers, size: number): Numbers {
  let found = numbers;
  for (const name of NAMES) {
    const { least, most } = boundsOf(found, size)[name];
    found = { ...found, [name]: within(found[name], least, most) };
  }
  return found;
}

/** The nearest whole number within the bounds. */
export function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value), least), most) : least;
}
