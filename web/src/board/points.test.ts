import { describe, expect, test } from "vitest";
import {
  allPoints,
  parsePoint,
  pointName,
  pointOn,
  rowsOf,
  stonesOf,
  parseTypedPoint,
} from "./points";

// The same cases as in tests/rules/test_point.py.
test.each([
  ["a1", 0, 0],
  ["c5", 2, 4],
  ["y25", 24, 24],
  ["i9", 8, 8],
])("%s is parsed as a column letter and a row from the bottom", (name, column, row) => {
  expect(parsePoint(name)).toEqual({ column, row });
  expect(pointName(column, row)).toBe(name);
});

test("no letter is left out", () => {
  const letters = Array.from({ length: 26 }, (_, column) => pointName(column, 0)[0]);
  expect(letters.join("")).toBe("abcdefghijklmnopqrstuvwxyz");
});

test("parsing a name does not check the board", () => {
  expect(parsePoint("z99")).toEqual({ column: 25, row: 98 });
  expect(parsePoint("a0")).toEqual({ column: 0, row: -1 });
});

test("formatting and parsing a point are inverse", () => {
  for (let column = 0; column < 25; column += 1) {
    for (let row = 0; row < 25; row += 1) {
      expect(parsePoint(pointName(column, row))).toEqual({ column, row });
    }
  }
});

test.each([
  ...["", "c", "5", "5c", "C5", "c05", "c00", "c-1", "c5.0", "c 5", " c5", "cc5", "c5c5", "c5\n"],
  ...["é5", "c٥", "c５", "c12345", "c" + "9".repeat(5000)],
])("%j is not the name of a point", (name) => {
  expect(parsePoint(name)).toBeNull();
});

test("a board has the points within it", () => {
  expect(pointOn(9, "i9")).toEqual({ column: 8, row: 8 });
  for (const name of ["j1", "a10", "a0", "z99", "x"]) expect(pointOn(9, name)).toBeNull();
});

test("points are ordered row by row from the top", () => {
  expect(rowsOf(3)).toEqual([
    ["a3", "b3", "c3"],
    ["a2", "b2", "c2"],
    ["a1", "b1", "c1"],
  ]);
  expect(allPoints(25)).toHaveLength(625);
  expect(allPoints(25)[0]).toBe("a25");
  expect(allPoints(25).at(-1)).toBe("y1");
});

describe("stones of a drawn board", () => {
  test("rows are read from the top", () => {
    expect([...stonesOf(["0.5", "...", ".1."])]).toEqual([
      ["a3", { seat: 0 }],
      ["c3", { seat: 5 }],
      ["b1", { seat: 1 }],
    ]);
  });

  test("an empty board has none", () => {
    expect(stonesOf(["...", "...", "..."]).size).toBe(0);
  });
});

test("a point can be typed", () => {
  for (const text of ["c5", "C5", " c 5 ", "ｃ５", "Ｃ５"])
    expect(parseTypedPoint(text, 9)).toBe("c5");
  for (const text of ["", "c", "5", "j5", "c10", "c0", "5c"])
    expect(parseTypedPoint(text, 9)).toBeNull();
});
