import { expect, test } from "vitest";
import {
  DEFAULT_SETTINGS,
  withDefaults,
  declaresBonusTurns,
  helpOf,
  windowOf,
} from "./tableSettings";

test("missing settings have their defaults", () => {
  expect(withDefaults({})).toEqual(DEFAULT_SETTINGS);
  expect(withDefaults({ size: 7, clock: { kind: "fischer", seconds: 60 } })).toEqual({
    ...DEFAULT_SETTINGS,
    size: 7,
    clock: { kind: "fischer", seconds: 60, increment: 0 },
  });
});

test("help defaults to all under strict, else to none", () => {
  expect(helpOf({})).toEqual([]);
  expect(helpOf({ enforcement: "strict" })).toEqual(["legal", "shapes", "last"]);
  expect(helpOf({ enforcement: "strict", help: [] })).toEqual([]);
  expect(helpOf({ help: ["last"] })).toEqual(["last"]);
});

test("a window has a time limit if there is a clock, or if one was agreed", () => {
  expect(windowOf({})).toBeNull();
  expect(windowOf({ window: 40 })).toBe(40);
  expect(windowOf({ clock: { kind: "per_move", seconds: 30 } })).toBe(15);
  expect(windowOf({ clock: { kind: "days", days: 2 } })).toBe(86_400);
});

test("the edition decides whether bonus turns are declared, unless a house rule overrides it", () => {
  expect(declaresBonusTurns({ edition: "revised" })).toBe(true);
  expect(declaresBonusTurns({ edition: "classic" })).toBe(false);
  expect(declaresBonusTurns({ edition: "classic", bonus: "declared" })).toBe(true);
  expect(declaresBonusTurns({ edition: "revised", bonus: "granted" })).toBe(false);
});
