/** The deck of cards, and the setting that kept cards make, as docs/settling.md defines them. */
import type { Numbers } from "../fiveNumbers";
import {
  sensibleA,
  sensibleB,
  sensibleD,
  sensibleReach,
  SQUARE_SHARES,
  shareOfSquare,
  type Fraction,
} from "./sensibleSettings";

export type Card =
  | { readonly number: "a" | "b" | "d"; readonly value: number }
  | { readonly number: "c"; readonly share: Fraction }
  | { readonly number: "e"; readonly more: number };

/** Each number has at least this many cards, as drawn cards that are not kept are discarded. */
const MIN_CARDS_PER_NUMBER = 5;

/** The whole deck in order: a to e, each by rising value, equal cards together. */
export function deckFor(size: number): Card[] {
  return [
    ...withCopies(sensibleA(size).map((value) => ({ number: "a" as const, value }))),
    ...withCopies(sensibleB(size).map((value) => ({ number: "b" as const, value }))),
    ...withCopies(SQUARE_SHARES.map((share) => ({ number: "c" as const, share }))),
    ...withCopies(sensibleD(size).map((value) => ({ number: "d" as const, value }))),
    ...withCopies(sensibleReach(size).map((more) => ({ number: "e" as const, more }))),
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

function withCopies(kinds: readonly Card[]): Card[] {
  const copies = Math.ceil(MIN_CARDS_PER_NUMBER / kinds.length);
  return kinds.flatMap((card) => Array<Card>(copies).fill(card));
}
