import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_PREFS, changePrefs, prefs } from "../../client/device/prefs.svelte";
import { KeyChooser, type KeyPress } from "./keyChooser.svelte";
import { changeKey, isModifier, isUsableKey } from "./keyChoiceRules";

beforeEach(() => changePrefs({ keys: DEFAULT_PREFS.keys }));

test("letters and punctuation can be chosen; digits, arrows and the browser's keys cannot", () => {
  expect(["KeyZ", "Slash", "IntlRo"].every(isUsableKey)).toBe(true);
  const others = ["Digit1", "Numpad1", "ArrowUp", "Enter", "Space", "Tab", "Escape", "F5", ""];
  expect(others.some(isUsableKey)).toBe(false);
  expect(isModifier("ShiftLeft")).toBe(true);
  expect(isModifier("KeyS")).toBe(false);
});

test("a key has at most one action", () => {
  const { keys } = DEFAULT_PREFS;
  expect(changeKey(keys, "shout", keys.pass)).toEqual({ kind: "taken", by: "pass" });
  expect(changeKey(keys, "shout", "Space")).toEqual({ kind: "unusable" });
  const changed = { ...keys, shout: "KeyJ" };
  expect(changeKey(keys, "shout", "KeyJ")).toEqual({ kind: "chosen", keys: changed });
  expect(changeKey(keys, "shout", keys.shout)).toEqual({ kind: "chosen", keys });
});

function pressed(code: string, held: Partial<KeyPress> = {}): KeyPress {
  const plain = { ctrlKey: false, altKey: false, metaKey: false };
  return { code, ...plain, preventDefault: vi.fn(), ...held };
}

test("a pressed key is stored", () => {
  const keyChooser = new KeyChooser();
  const key = pressed("KeyJ");
  keyChooser.press(key);
  expect(prefs().keys).toEqual(DEFAULT_PREFS.keys);
  expect(key.preventDefault).not.toHaveBeenCalled();
  keyChooser.begin("shout");
  keyChooser.press(pressed("ShiftLeft"));
  keyChooser.press(key);
  expect(prefs().keys.shout).toBe("KeyJ");
  expect(keyChooser.waiting).toBeNull();
  expect(keyChooser.outcome).toEqual({ kind: "chosen", act: "shout", code: "KeyJ" });
  keyChooser.reset();
  expect(prefs().keys).toEqual(DEFAULT_PREFS.keys);
});

test("a key that is taken is refused, and another can be pressed", () => {
  const keyChooser = new KeyChooser();
  keyChooser.begin("accept");
  keyChooser.press(pressed("KeyG"));
  expect(keyChooser.outcome).toEqual({ kind: "taken", act: "accept", code: "KeyG", by: "shout" });
  expect(keyChooser.waiting).toBe("accept");
  expect(prefs().keys).toEqual(DEFAULT_PREFS.keys);
  keyChooser.press(pressed("KeyL"));
  expect(prefs().keys.accept).toBe("KeyL");
});

test.each([pressed("Escape"), pressed("Tab"), pressed("KeyR", { ctrlKey: true })])(
  "$code ends it without a choice",
  (key) => {
    const keyChooser = new KeyChooser();
    keyChooser.begin("pass");
    keyChooser.press(key);
    expect(keyChooser.waiting).toBeNull();
    expect(prefs().keys).toEqual(DEFAULT_PREFS.keys);
  },
);
