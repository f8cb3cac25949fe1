/** Choosing keys. They are physical ones, by `KeyboardEvent.code`, whatever they write. */
import type { Prefs } from "../../client/prefs.svelte";

export type Keys = Readonly<Prefs["keys"]>;
export type Act = keyof Keys;

export const ACTS: readonly Act[] = ["shout", "accept", "pass"];

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
const MODIFIER = /^(Shift|Control|Alt|Meta|OS)(Left|Right)$|^(CapsLock|Fn|NumLock)$/;

/** What each key writes, by its code, where the browser tells it. */
export type Layout = ReadonlyMap<string, string>;

/** Letters and signs: digits declare, arrows walk the board, and the others belong to the browser. */
export function usable(code: string): boolean {
  return LETTER.test(code) || code in SIGNS;
}

/** Held for another key, it is no choice yet. */
export function isModifier(code: string): boolean {
  return MODIFIER.test(code);
}

/** What stands on the key; a layout of another script has the Latin letters as well. */
export function keyName(code: string, layout?: Layout): string {
  const told = layout?.get(code);
  if (told !== undefined && LATIN.test(told)) return told.toUpperCase();
  return LETTER.exec(code)?.[1] ?? SIGNS[code] ?? code;
}

export type Choice =
  | { readonly kind: "chosen"; readonly keys: Keys }
  | { readonly kind: "taken"; readonly by: Act }
  | { readonly kind: "unusable" };

export function choose(keys: Keys, act: Act, code: string): Choice {
  if (!usable(code)) return { kind: "unusable" };
  const by = ACTS.find((each) => each !== act && keys[each] === code);
  if (by !== undefined) return { kind: "taken", by };
  return { kind: "chosen", keys: { ...keys, [act]: code } };
}
