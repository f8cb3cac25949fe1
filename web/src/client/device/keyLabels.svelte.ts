/**
 * What stands on the keys of this keyboard, as far as the browser tells. Keys are physical ones, by
 * `KeyboardEvent.code`, whatever they write.
 */

/** What each key writes, by its code. */
export type Layout = ReadonlyMap<string, string>;

interface Keyboard {
  getLayoutMap(): Promise<Layout>;
}

/** What the keys beside the letters write where nothing else is known. */
const SIGNS: Readonly<Record<string, string>> = {
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

let layout = $state.raw<Layout>(new Map());
let asked = false;

/** A key of a letter or a sign. */
export function isCharacterKey(code: string): boolean {
  return LETTER.test(code) || code in SIGNS;
}

/** What stands on the key; a layout of another script has the Latin letters as well. */
export function keyName(code: string, layout?: Layout): string {
  const told = layout?.get(code);
  if (told !== undefined && LATIN.test(told)) return told.toUpperCase();
  return LETTER.exec(code)?.[1] ?? SIGNS[code] ?? code;
}

/** Reactive: another label may come when the layout is known. */
export function keyLabel(code: string): string {
  if (!asked) {
    asked = true;
    void ask();
  }
  return keyName(code, layout);
}

async function ask(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: Keyboard };
  try {
    layout = (await keyboard?.getLayoutMap()) ?? layout;
  } catch {
    // Not told: then they are named as on most keyboards.
  }
}
