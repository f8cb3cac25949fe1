/**
 * Rules for choosing keys: physical ones, by `KeyboardEvent.code`, whatever character they type.
 */
import { isCharacterKey } from "../../client/device/keyLabels.svelte";
import type { Prefs } from "../../client/device/prefs.svelte";

export type Keys = Readonly<Prefs["keys"]>;
export type KeyAction = keyof Keys;

export const KEY_ACTIONS: readonly KeyAction[] = ["shout", "accept", "pass"];

const MODIFIER = /^(Shift|Control|Alt|Meta|OS)(Left|Right)$|^(CapsLock|Fn|NumLock)$/;

/**
 * Whether a key can be chosen: letters and punctuation. Digits declare, arrows move on the board,
 * and other keys belong to the browser.
 */
export function isUsableKey(code: string): boolean {
  return isCharacterKey(code);
}

/** Whether it is a modifier key, which is no choice by itself. */
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
