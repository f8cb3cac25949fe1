import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS, prefer, prefs } from "../../client/device/prefs.svelte";
import { Chooser, type Pressed } from "./keyChooser.svelte";
import { choose, isModifier, usable } from "./keyBindings";

beforeEach(() => prefer({ keys: DEFAULTS.keys }));

test("letters and signs can be chosen; digits, arrows and the browser's keys cannot", () => {
  expect(["KeyZ", "Slash", "IntlRo"].every(usable)).toBe(true);
  const others = ["Digit1", "Numpad1", "ArrowUp", "Enter", "Space", "Tab", "Escape", "F5", ""];
  expect(others.some(usable)).toBe(false);
  expect(isModifier("ShiftLeft")).toBe(true);
  expect(isModifier("KeyS")).toBe(false);
});

test("a key has one meaning", () => {
  const { keys } = DEFAULTS;
  expect(choose(keys, "shout", keys.pass)).toEqual({ kind: "taken", by: "pass" });
  expect(choose(keys, "shout", "Space")).toEqual({ kind: "unusable" });
  const changed = { ...keys, shout: "KeyJ" };
  expect(choose(keys, "shout", "KeyJ")).toEqual({ kind: "chosen", keys: changed });
  expect(choose(keys, "shout", keys.shout)).toEqual({ kind: "chosen", keys });
});

function pressed(code: string, held: Partial<Pressed> = {}): Pressed {
  const plain = { ctrlKey: false, altKey: false, metaKey: false };
  return { code, ...plain, preventDefault: vi.fn(), ...held };
}

test("a key is pressed and kept", () => {
  const chooser = new Chooser();
  const key = pressed("KeyJ");
  chooser.press(key);
  expect(prefs().keys).toEqual(DEFAULTS.keys);
  expect(key.preventDefault).not.toHaveBeenCalled();
  chooser.begin("shout");
  chooser.press(pressed("ShiftLeft"));
  chooser.press(key);
  expect(prefs().keys.shout).toBe("KeyJ");
  expect(chooser.waiting).toBeNull();
  expect(chooser.outcome).toEqual({ kind: "chosen", act: "shout", code: "KeyJ" });
  chooser.reset();
  expect(prefs().keys).toEqual(DEFAULTS.keys);
});

test("a key that is taken is refused, and another can still be pressed", () => {
  const chooser = new Chooser();
  chooser.begin("accept");
  chooser.press(pressed("KeyG"));
  expect(chooser.outcome).toEqual({ kind: "taken", act: "accept", code: "KeyG", by: "shout" });
  expect(chooser.waiting).toBe("accept");
  expect(prefs().keys).toEqual(DEFAULTS.keys);
  chooser.press(pressed("KeyL"));
  expect(prefs().keys.accept).toBe("KeyL");
});

test.each([pressed("Escape"), pressed("Tab"), pressed("KeyR", { ctrlKey: true })])(
  "$code ends it without a choice",
  (key) => {
    const chooser = new Chooser();
    chooser.begin("pass");
    chooser.press(key);
    expect(chooser.waiting).toBeNull();
    expect(prefs().keys).toEqual(DEFAULTS.keys);
  },
);
