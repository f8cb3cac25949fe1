import { expect, test } from "vitest";
import { DEFAULT_PREFS } from "../../client/device/prefs.svelte";
import { intentOf, type KeyPress } from "./keyIntents";

function pressed(code: string, change: Partial<KeyPress> = {}): KeyPress {
  return {
    code,
    repeat: false,
    isComposing: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    defaultPrevented: false,
    target: document.body,
    ...change,
  };
}

const intent = (code: string, change: Partial<KeyPress> = {}) =>
  intentOf(pressed(code, change), DEFAULT_PREFS.keys);

test("keys are physical: the letter of a layout or an input method does not matter", () => {
  expect(intent("KeyG")).toEqual({ kind: "shout" });
  expect(intent("KeyA")).toEqual({ kind: "accept" });
  expect(intent("KeyP")).toEqual({ kind: "pass" });
  const korean = new KeyboardEvent("keydown", { code: "KeyG", key: "ㅎ" });
  const japanese = new KeyboardEvent("keydown", { code: "KeyG", key: "Process", keyCode: 229 });
  expect(intentOf(korean, DEFAULT_PREFS.keys)).toEqual({ kind: "shout" });
  expect(intentOf(japanese, DEFAULT_PREFS.keys)).toEqual({ kind: "shout" });
});

test("other keys can be chosen", () => {
  const keys = { ...DEFAULT_PREFS.keys, shout: "Space" };
  expect(intentOf(pressed("Space"), keys)).toEqual({ kind: "shout" });
  expect(intentOf(pressed("KeyG"), keys)).toBeNull();
});

test("held keys, keys of a composition and shortcuts are ignored", () => {
  expect(intent("KeyG", { repeat: true })).toBeNull();
  expect(intent("KeyG", { isComposing: true })).toBeNull();
  expect(intent("KeyG", { ctrlKey: true })).toBeNull();
  expect(intent("KeyG", { metaKey: true })).toBeNull();
  expect(intent("KeyG", { altKey: true })).toBeNull();
  expect(intent("KeyG", { defaultPrevented: true })).toBeNull();
});

test("keys pressed in a text field or a list are ignored", () => {
  for (const field of ["input", "textarea", "select"]) {
    expect(intent("KeyG", { target: document.createElement(field) })).toBeNull();
  }
  const written = document.createElement("div");
  written.setAttribute("contenteditable", "true");
  expect(intent("KeyG", { target: written })).toBeNull();
});

test("buttons, checkboxes and points of the board are no text entry, so the keys work there", () => {
  const box = document.createElement("input");
  box.type = "checkbox";
  expect(intent("KeyG", { target: box })).toEqual({ kind: "shout" });
  expect(intent("KeyG", { target: document.createElement("button") })).toEqual({ kind: "shout" });
});

test("digits work on the main keys and on the numeric keypad", () => {
  expect(intent("Digit3")).toEqual({ kind: "digit", digit: 3 });
  expect(intent("Numpad0")).toEqual({ kind: "digit", digit: 0 });
  expect(intent("KeyX")).toBeNull();
});
