/** Replays a draw of dice or cards from its seed. */
import { SeededDraws } from "./seededDraws";
import { sensibleSettings } from "./sensibleSettings";
import { deckFor, numbersOfCards, formatCard } from "./cards";
import { formatSetting } from "../fiveNumbers";

/** A step of settling, as records write it. */
export interface SettlingStep {
  readonly do: string;
  readonly by: number;
  readonly index?: number;
}

/** Two drawn cards, and which of them was kept. */
export interface Hand {
  readonly by: number;
  readonly cards: readonly string[];
  readonly kept: string | null;
}

export interface ReplayedDraw {
  /** The setting in its short form; null: the steps do not lead to one. */
  readonly settled: string | null;
  /** The hands in order; empty for dice. */
  readonly hands: readonly Hand[];
}

const NOTHING: ReplayedDraw = { settled: null, hands: [] };
const HAND_SIZE = 2;

/** Dice: one throw, by anyone. */
export function replayDice(
  size: number,
  players: number,
  seed: string,
  steps: readonly SettlingStep[],
) {
  const [only] = steps;
  if (steps.length !== 1 || only?.do !== "roll" || !isSeat(only.by, players)) return NOTHING;
  const settings = sensibleSettings(size);
  const thrown = settings[new SeededDraws(seed).below(settings.length)];
  return thrown ? { settled: formatSetting(thrown), hands: [] } : NOTHING;
}

/** Cards: in seat order each draws two and keeps one, until all five numbers are fixed. */
export function replayCards(
  size: number,
  players: number,
  seed: string,
  steps: readonly SettlingStep[],
): ReplayedDraw {
  const deck = deckFor(size);
  const draws = new SeededDraws(seed);
  const drawn = new Set<number>();
  const kept: (typeof deck)[number][] = [];
  const hands: Hand[] = [];
  let hand: typeof deck = [];
  for (const step of steps) {
    if (step.by !== kept.length % players || numbersOfCards(kept) !== null) return NOTHING;
    if (step.do === "draw" && hand.length === 0) {
      hand = drawHand();
      hands.push({ by: step.by, cards: hand.map(formatCard), kept: null });
    } else {
      const card = step.do === "keep" ? hand[step.index ?? -1] : undefined;
      if (card === undefined) return NOTHING;
      kept.push(card);
      hands.push({ ...hands.pop()!, kept: formatCard(card) });
      hand = [];
    }
  }
  const numbers = numbersOfCards(kept);
  return { settled: numbers && formatSetting(numbers), hands };

  /** Draws a hand from the remaining cards in the order of the deck, without those of fixed numbers. */
  function drawHand(): typeof deck {
    const fixed = new Set<string>(kept.map((card) => card.number));
    const left = [...deck.entries()].filter(
      ([at, { number }]) => !drawn.has(at) && !fixed.has(number),
    );
    return Array.from({ length: Math.min(HAND_SIZE, left.length) }, () => {
      const [[at, card]] = left.splice(draws.below(left.length), 1) as [(typeof left)[number]];
      drawn.add(at);
      return card;
    });
  }
}

function isSeat(seat: number, players: number): boolean {
  return Number.isInteger(seat) && seat >= 0 && seat < players;
}
