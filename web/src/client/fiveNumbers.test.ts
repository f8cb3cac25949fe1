import { expect, test } from "vitest";
import { numbersOf, parseSetting, tryParseSetting, formatSetting } from "./fiveNumbers";

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
