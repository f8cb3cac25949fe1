import { describe, expect, it } from "vitest";
import { boundsOf, fitToBoard, clamp } from "./numberBounds";

const FIRST = { a: 3, b: 3, c: 4, d: 2, e: 4 };

describe("numbers", () => {
  it("stay the same if they fit", () => {
    expect(fitToBoard(FIRST, 7)).toEqual(FIRST);
  });

  it("are clamped to the bounds of the board", () => {
    expect(fitToBoard({ a: 1, b: 9, c: 99, d: 30, e: 2 }, 5)).toEqual({
      a: 3,
      b: 5,
      c: 25,
      d: 8,
      e: 8,
    });
    expect(fitToBoard({ a: 3, b: 2, c: 1, d: 0, e: 0 }, 5)).toEqual({
      a: 3,
      b: 2,
      c: 2,
      d: 0,
      e: 1,
    });
  });

  it("bound each other: c by b, and e by d", () => {
    const bounds = boundsOf({ ...FIRST, b: 4, d: 5 }, 9);
    expect(bounds.c).toEqual({ least: 2, most: 16 });
    expect(bounds.e.least).toBe(5);
    expect(bounds.d.most).toBe(16);
  });

  it("are whole", () => {
    expect(clamp(3.4, 1, 9)).toBe(3);
    expect(clamp(Number.NaN, 1, 9)).toBe(1);
  });
});
