/**
 * Keys of the game, as physical keys (`code`): under a Korean or Japanese input method `key` is
 * another letter, or “Process” with the key code 229, while `code` stays the same.
 */
import type { Prefs } from "../../client/device/prefs.svelte";

export type Intent =
  | { readonly kind: "shout" }
  | { readonly kind: "accept" }
  | { readonly kind: "pass" }
  | { readonly kind: "dismiss" }
  /** The number of bonus turns to declare; in a window on a shared device, the seat that shouts. */
  | { readonly kind: "digit"; readonly digit: number };

/** The used fields of a keyboard event. */
export interface KeyPress {
  readonly code: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly defaultPrevented: boolean;
  readonly target: EventTarget | null;
}

const DIGIT = /^(?:Digit|Numpad)(\d)$/;

/** Returns the intent of a key; null if the game ignores it, as in a text field. */
export function intentOf(pressed: KeyPress, keys: Prefs["keys"]): Intent | null {
  if (pressed.repeat || pressed.isComposing || pressed.defaultPrevented) return null;
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  if (isTextEntry(pressed.target)) return null;
  switch (pressed.code) {
    case keys.shout:
      return { kind: "shout" };
    case keys.accept:
      return { kind: "accept" };
    case keys.pass:
      return { kind: "pass" };
    case "Escape":
      return { kind: "dismiss" };
    default: {
      const digit = DIGIT.exec(pressed.code)?.[1];
      return digit === undefined ? null : { kind: "digit", digit: Number(digit) };
    }
  }
}

const NON_TEXT_INPUTS = ["checkbox", "radio", "button", "submit", "reset", "range"];

/** Whether keys enter text or choose from a list at this target. */
function isTextEntry(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select, [role=textbox], [contenteditable]");
  if (field instanceof HTMLInputElement) return !NON_TEXT_INPUTS.includes(field.type);
  return field !== null;
}
