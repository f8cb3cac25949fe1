/** The sensible settings of a board, and the deck of cards, as docs/settling.md defines them. */
import type { Numbers } from "../tableSettings";

/** A fraction of the square's points, for the card of c. */
interface Fraction {
  readonly over: number;
  readonly under: number;
}

export type Card =
  | { readonly number: "a" | "b" | "d"; readonly value: number }
  | { readonly number: "c"; readonly share: Fraction }
  | { readonly number: "e"; readonly more: number };

const SHARES: readonly [Fraction, ...Fraction[]] = [
  { over: 1, under: 3 },
  { over: 2, under: 5 },
  { over: 1, under: 2 },
  { over: 3, under: 5 },
  { over: 2, under: 3 },
];
/** Each number has so many cards, as those that are drawn and not kept are lost. */
const MIN_CARDS_PER_NUMBER = 5;

/** All sensible settings, ordered by a, then b, c, d, e. */
export function sensibleSettings(size: number): Numbers[] {
  const found: Numbers[] = [];
  for (const a of aOn(size))
    for (const b of bOn(size))
      for (const c of cIn(b))
        for (const d of dOn(size))
          for (const more of reachOn(size)) found.push({ a, b, c, d, e: d + more });
  return found;
}

/** The whole deck in order: a to e, each by rising value, equal cards together. */
export function deckFor(size: number): Card[] {
  return [
    ...withCopies(aOn(size).map((value) => ({ number: "a" as const, value }))),
    ...withCopies(bOn(size).map((value) => ({ number: "b" as const, value }))),
    ...withCopies(SHARES.map((share) => ({ number: "c" as const, share }))),
    ...withCopies(dOn(size).map((value) => ({ number: "d" as const, value }))),
    ...withCopies(reachOn(size).map((more) => ({ number: "e" as const, more }))),
  ];
}

/** A card as records write it: `a 3`, `c 2/5`, `e +3`. */
export function formatCard(card: Card): string {
  switch (card.number) {
    case "c":
      return `c ${card.share.over}/${card.share.under}`;
    case "e":
      return `e +${card.more}`;
    default:
      return `${card.number} ${card.value}`;
  }
}

/** The setting that the kept cards make; null until all five numbers are fixed. */
export function numbersOfCards(kept: readonly Card[]): Numbers | null {
  const values: { a?: number; b?: number; d?: number } = {};
  let share: Fraction | undefined;
  let more: number | undefined;
  for (const card of kept) {
    if (card.number === "c") share = card.share;
    else if (card.number === "e") more = card.more;
    else values[card.number] = card.value;
  }
  const { a, b, d } = values;
  if (a === undefined || b === undefined || d === undefined || !share || !more) return null;
  return { a, b, c: shareOfSquare(b, share), d, e: d + more };
}

/** The share of b² points, rounded (half up), but at least 2 and not the whole square. */
function shareOfSquare(b: number, { over, under }: Fraction): number {
  const rounded = Math.floor((2 * b * b * over + under) / (2 * under));
  return Math.max(2, Math.min(rounded, b * b - 1));
}

function withCopies(kinds: readonly Card[]): Card[] {
  const copies = Math.ceil(MIN_CARDS_PER_NUMBER / kinds.length);
  return kinds.flatMap((card) => Array<Card>(copies).fill(card));
}

function aOn(size: number): number[] {
  return range(3, Math.max(3, Math.min(6, size - 1)));
}

function bOn(size: number): number[] {
  return range(2, Math.min(5, size));
}

function cIn(b: number): number[] {
  return range(shareOfSquare(b, SHARES[0]), shareOfSquare(b, SHARES.at(-1) ?? SHARES[0]));
}

function dOn(size: number): number[] {
  return range(1, Math.max(1, Math.floor(size / 3)));
}

function reachOn(size: number): number[] {
  return range(1, Math.max(2, Math.floor(size / 2)));
}

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}
