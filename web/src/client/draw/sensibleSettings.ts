/** The sensible settings of a board, as docs/settling.md defines them. */
import type { Numbers } from "../fiveNumbers";

/** A fraction of a square's points. */
export interface Fraction {
  readonly over: number;
  readonly under: number;
}

export const SQUARE_SHARES: readonly [Fraction, ...Fraction[]] = [
  { over: 1, under: 3 },
  { over: 2, under: 5 },
  { over: 1, under: 2 },
  { over: 3, under: 5 },
  { over: 2, under: 3 },
];

/** All sensible settings, ordered by a, then b, c, d, e. */
export function sensibleSettings(size: number): Numbers[] {
  const found: Numbers[] = [];
  for (const a of sensibleA(size))
    for (const b of sensibleB(size))
      for (const c of sensibleC(b))
        for (const d of sensibleD(size))
          for (const more of sensibleReach(size)) found.push({ a, b, c, d, e: d + more });
  return found;
}

/** The share of b² points, rounded (half up), but at least 2 and not the whole square. */
export function shareOfSquare(b: number, { over, under }: Fraction): number {
  const rounded = Math.floor((2 * b * b * over + under) / (2 * under));
  return Math.max(2, Math.min(rounded, b * b - 1));
}

export function sensibleA(size: number): number[] {
  return range(3, Math.max(3, Math.min(6, size - 1)));
}

export function sensibleB(size: number): number[] {
  return range(2, Math.min(5, size));
}

function sensibleC(b: number): number[] {
  return range(
    shareOfSquare(b, SQUARE_SHARES[0]),
    shareOfSquare(b, SQUARE_SHARES.at(-1) ?? SQUARE_SHARES[0]),
  );
}

export function sensibleD(size: number): number[] {
  return range(1, Math.max(1, Math.floor(size / 3)));
}

export function sensibleReach(size: number): number[] {
  return range(1, Math.max(2, Math.floor(size / 2)));
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}
