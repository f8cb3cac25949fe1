/**
 * Labels of physical keys (`KeyboardEvent.code`) by the user's keyboard layout, as far as the browser
 * reveals it (Keyboard Map API).
 */

/** The character of each key, by its code. */
export type KeyboardLayout = ReadonlyMap<string, string>;

interface Keyboard {
  getLayoutMap(): Promise<KeyboardLayout>;
}

/** Labels of the keys that are no letters, on a US keyboard. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  Backquote: "`",
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
  IntlBackslash: "<",
  IntlRo: "_",
  IntlYen: "¥",
};
const LETTER = /^Key([A-Z])$/;
const LATIN = /^[\p{Script=Latin}\p{P}\p{S}]$/u;

let layout = $state.raw<KeyboardLayout>(new Map());
let requested = false;

/** Whether it is the key of a letter or a punctuation mark. */
export function isCharacterKey(code: string): boolean {
  return LETTER.test(code) || code in PUNCTUATION;
}

/** The label of a key; keyboards of another script have Latin letters as well. */
export function keyName(code: string, layout?: KeyboardLayout): string {
  const label = layout?.get(code);
  if (label !== undefined && LATIN.test(label)) return label.toUpperCase();
  return LETTER.exec(code)?.[1] ?? PUNCTUATION[code] ?? code;
}

/** Reactive: the label may change when the layout has been read. */
export function keyLabel(code: string): string {
  if (!requested) {
    requested = true;
    void readLayout();
  }
  return keyName(code, layout);
}

async function readLayout(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: Keyboard };
  try {
    layout = (await keyboard?.getLayoutMap()) ?? layout;
  } catch {
    // Not allowed: the labels of a US keyboard stay.
  }
}
