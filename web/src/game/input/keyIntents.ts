/**
 * Keys of the game. They are physical ones, by `code`: under a Korean or Japanese input method `key`
 * is another letter, or “Process” with the key code 229, while the key stays where it is.
 */
import type { Prefs } from "../../client/device/prefs.svelte";

export type Intent =
  | { readonly kind: "shout" }
  | { readonly kind: "accept" }
  | { readonly kind: "pass" }
  | { readonly kind: "dismiss" }
  /** How many bonus turns to declare; on one device, in a window, whose shout it is. */
  | { readonly kind: "digit"; readonly digit: number };

/** What of a keyboard's event matters. */
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

/** null: the key is not for the game, or somebody writes. */
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

/** Is it somewhere where keys are letters, or choose from a list? */
function isTextEntry(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  const field = target.closest("input, textarea, select, [role=textbox], [contenteditable]");
  if (field instanceof HTMLInputElement) return !NON_TEXT_INPUTS.includes(field.type);
  return field !== null;
}
