/** Parses and formats cards in the server's notation: `a 5`, `c 2/3`, `e +3`. */
import { say } from "../../../text/say.svelte";
import { NUMBER_NAMES, type NumberName } from "../../../setup/numberBounds";

export { NUMBER_NAMES as LETTERS } from "../../../setup/numberBounds";
export type Letter = NumberName;

export interface ShownCard {
  readonly letter: Letter;
  /** The text on the card: `5`, `2/3`, `+3`. */
  readonly value: string;
}

/** Parses a card; null if this client does not know it. */
export function parseCard(written: string): ShownCard | null {
  const [first, value, ...rest] = written.split(" ");
  const letter = NUMBER_NAMES.find((each) => each === first);
  return letter !== undefined && value !== undefined && rest.length === 0
    ? { letter, value }
    : null;
}

/** Formats a card in the server's notation. */
export function formatShownCard({ letter, value }: ShownCard): string {
  return `${letter} ${value}`;
}

/**
 * Explains what the card fixes: c as a share of the square, e relative to d, the others as numbers.
 */
export function explainCard({ letter, value }: ShownCard): string {
  switch (letter) {
    case "a":
    case "b":
    case "d":
      return say(`settle.card_${letter}`, { value: Number(value) });
    case "c":
      return say("settle.card_c", { share: value });
    case "e":
      return say("settle.card_e", { more: Number(value) });
  }
}
