import { expect, it } from "vitest";
import { isOnward } from "./continueKey";

const ENTER = {
  code: "Enter",
  repeat: false,
  isComposing: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  target: document.body,
};

it("Enter goes on, of either half of the keyboard", () => {
  expect(isOnward(ENTER)).toBe(true);
  expect(isOnward({ ...ENTER, code: "NumpadEnter" })).toBe(true);
  expect(isOnward({ ...ENTER, code: "Space" })).toBe(false);
});

it("Enter that is held, composes a letter, or presses a button does not", () => {
  expect(isOnward({ ...ENTER, repeat: true })).toBe(false);
  expect(isOnward({ ...ENTER, isComposing: true })).toBe(false);
  expect(isOnward({ ...ENTER, target: document.createElement("button") })).toBe(false);
});
