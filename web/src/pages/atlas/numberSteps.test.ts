import { describe, expect, it } from "vitest";
import { stepFrom, sensibleValuesOf, withStep } from "./numberSteps";

describe("steps of the fixed numbers", () => {
  const numbers = { a: 3, b: 3, c: 4, d: 2, e: 4 };

  it("go through the sensible values", () => {
    expect(sensibleValuesOf("c", numbers, 9)).toEqual([3, 4, 5, 6]);
    expect(stepFrom("a", numbers, 9, 1)).toBe(4);
    expect(stepFrom("a", numbers, 9, -1)).toBeNull();
    expect(stepFrom("c", { ...numbers, c: 9 }, 9, -1)).toBe(6);
  });

  it("adjust the numbers that depend on the changed one", () => {
    expect(withStep(numbers, "b", 5, 9)).toEqual({ ...numbers, b: 5, c: 8 });
    expect(withStep(numbers, "d", 3, 9)).toEqual({ ...numbers, d: 3, e: 5 });
  });
});
