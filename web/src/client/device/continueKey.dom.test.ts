import { expect, it } from "vitest";
import { isContinueKey } from "./continueKey";

const ENTER = {
  code: "Enter",
  repeat: false,
  isComposing: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  target: document.body,
};

it("Enter continues, on the main keys and on the numeric keypad", () => {
  expect(isContinueKey(ENTER)).toBe(true);
  expect(isContinueKey({ ...ENTER, code: "NumpadEnter" })).toBe(true);
  expect(isContinueKey({ ...ENTER, code: "Space" })).toBe(false);
});

it("Enter does not when it repeats, composes a letter, or presses a button", () => {
  expect(isContinueKey({ ...ENTER, repeat: true })).toBe(false);
  expect(isContinueKey({ ...ENTER, isComposing: true })).toBe(false);
  expect(isContinueKey({ ...ENTER, target: document.createElement("button") })).toBe(false);
});
