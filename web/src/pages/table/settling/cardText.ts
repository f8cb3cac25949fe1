/** Parses and formats cards as the server writes them: `a 5`, `c 2/3`, `e +3`. */
import { say } from "../../../text/say.svelte";
import { NUMBER_NAMES, type NumberName } from "../../../setup/numberBounds";

export { NUMBER_NAMES as LETTERS } from "../../../setup/numberBounds";
export type Letter = NumberName;

export interface ShownCard {
  readonly letter: Letter;
  /** As it stands on the card: `5`, `2/3`, `+3`. */
  readonly value: string;
}

/** null for a card that this client does not know. */
export function parseCard(written: string): ShownCard | null {
  const [first, value, ...rest] = written.split(" ");
  const letter = NUMBER_NAMES.find((each) => each === first);
  return letter !== undefined && value !== undefined && rest.length === 0
    ? { letter, value }
    : null;
}

/** As the server writes it. */
export function formatShownCard({ letter, value }: ShownCard): string {
  return `${letter} ${value}`;
}

/** What the card fixes: c by the square's side, e by d, the others by themselves. */
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
