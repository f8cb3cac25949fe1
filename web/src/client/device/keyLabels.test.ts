import { expect, test } from "vitest";
import { keyName } from "./keyLabels.svelte";

test.each([
  ["KeyG", "G"],
  ["Semicolon", ";"],
  ["IntlYen", "¥"],
  ["F13", "F13"],
])("without a layout %s is labelled %s", (code, name) => {
  expect(keyName(code)).toBe(name);
});

test("a layout's own labels are used where they are Latin letters", () => {
  const layout = new Map([
    ["KeyA", "q"],
    ["KeyG", "ㅎ"],
    ["Semicolon", "ö"],
  ]);
  expect(keyName("KeyA", layout)).toBe("Q");
  expect(keyName("KeyG", layout)).toBe("G");
  expect(keyName("Semicolon", layout)).toBe("Ö");
  expect(keyName("KeyP", layout)).toBe("P");
});
