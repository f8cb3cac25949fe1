/** Rules for choosing keys: physical ones, by `KeyboardEvent.code`, whatever they write. */
import { isCharacterKey } from "../../client/device/keyLabels.svelte";
import type { Prefs } from "../../client/device/prefs.svelte";

export type Keys = Readonly<Prefs["keys"]>;
export type KeyAction = keyof Keys;

export const KEY_ACTIONS: readonly KeyAction[] = ["shout", "accept", "pass"];

const MODIFIER = /^(Shift|Control|Alt|Meta|OS)(Left|Right)$|^(CapsLock|Fn|NumLock)$/;

/** Letters and signs: digits declare, arrows walk the board, and the others belong to the browser. */
export function isUsableKey(code: string): boolean {
  return isCharacterKey(code);
}

/** Held for another key, it is no choice yet. */
export function isModifier(code: string): boolean {
  return MODIFIER.test(code);
}

export type KeyChange =
  | { readonly kind: "chosen"; readonly keys: Keys }
  | { readonly kind: "taken"; readonly by: KeyAction }
  | { readonly kind: "unusable" };

export function changeKey(keys: Keys, act: KeyAction, code: string): KeyChange {
  if (!isUsableKey(code)) return { kind: "unusable" };
  const by = KEY_ACTIONS.find((each) => each !== act && keys[each] === code);
  if (by !== undefined) return { kind: "taken", by };
  return { kind: "chosen", keys: { ...keys, [act]: code } };
}
