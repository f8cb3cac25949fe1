/** State of choosing a key: its action, and the outcome. */
import { DEFAULT_PREFS, changePrefs, prefs } from "../../client/device/prefs.svelte";
import { changeKey, isModifier, type KeyAction, type KeyChange } from "./keyChoiceRules";

export type Outcome =
  | { readonly kind: "chosen" | "unusable"; readonly act: KeyAction; readonly code: string }
  | {
      readonly kind: "taken";
      readonly act: KeyAction;
      readonly code: string;
      readonly by: KeyAction;
    };

/** The used fields of a keyboard event. */
export interface KeyPress {
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  preventDefault(): void;
}

export class KeyChooser {
  /** The action that the next key is for; null: none. */
  waiting = $state.raw<KeyAction | null>(null);
  outcome = $state.raw<Outcome | null>(null);

  begin(act: KeyAction): void {
    this.waiting = this.waiting === act ? null : act;
    this.outcome = null;
  }

  cancel(): void {
    this.waiting = null;
  }

  press(pressed: KeyPress): void {
    const { waiting: act } = this;
    if (act === null || isModifier(pressed.code)) return;
    if (pressed.code === "Tab") return this.cancel(); // moves the focus as usual
    if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return this.cancel();
    pressed.preventDefault();
    if (pressed.code === "Escape") return this.cancel();
    this.#take(act, pressed.code, changeKey(prefs().keys, act, pressed.code));
  }

  reset(): void {
    this.waiting = null;
    this.outcome = null;
    changePrefs({ keys: DEFAULT_PREFS.keys });
  }

  #take(act: KeyAction, code: string, choice: KeyChange): void {
    if (choice.kind === "taken") {
      this.outcome = { kind: "taken", act, code, by: choice.by };
      return; // the user can press another key
    }
    this.outcome = { kind: choice.kind, act, code };
    if (choice.kind === "unusable") return;
    changePrefs({ keys: choice.keys });
    this.waiting = null;
  }
}
