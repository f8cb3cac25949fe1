import { expect, test } from "vitest";
import {
  DEFAULT_SETTINGS,
  withDefaults,
  helpOf,
  numbersOf,
  parseSetting,
  tryParseSetting,
  formatSetting,
  windowOf,
} from "./tableSettings";
import { randomId, randomShare } from "./randomId";

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

test("a window has a limit where a clock runs, or where one was agreed", () => {
  expect(windowOf({})).toBeNull();
  expect(windowOf({ window: 40 })).toBe(40);
  expect(windowOf({ clock: { kind: "per_move", seconds: 30 } })).toBe(15);
  expect(windowOf({ clock: { kind: "days", days: 2 } })).toBe(86_400);
});

test("five numbers are parsed and formatted", () => {
  expect(parseSetting(" 3 3  4 2 12 ")).toEqual({ a: 3, b: 3, c: 4, d: 2, e: 12 });
  expect(formatSetting({ a: 3, b: 3, c: 4, d: 2, e: 12 })).toBe("3 3 4 2 12");
  const rules = { size: 9, a: 3, b: 3, c: 4, d: 2, e: 4 };
  expect(numbersOf(rules)).toEqual(parseSetting("3 3 4 2 4"));
});

test.each(["", "3 3 4 2", "3 3 4 2 4 1", "3 3 4 2 -4", "3 3 4 2 x"])("%j is no setting", (text) => {
  expect(tryParseSetting(text)).toBeNull();
  expect(() => parseSetting(text)).toThrow(RangeError);
});

test("shares and ids are new each time, and of the length that the server expects", () => {
  expect(randomShare()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(Array.from({ length: 50 }, randomId)).size).toBe(50);
});
