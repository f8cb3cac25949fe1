import { expect, test } from "vitest";
import { needsSecondTap, applyTap } from "./secondTap";

test("without confirmation the first tap settles", () => {
  expect(applyTap(null, { at: "c5", seat: 0 }, false)).toEqual({ pending: null, settled: "c5" });
});

test("with confirmation the same point is tapped twice", () => {
  const first = applyTap(null, { at: "c5", seat: 0 }, true);
  expect(first).toEqual({ pending: { at: "c5", seat: 0 }, settled: null });
  expect(applyTap(first.pending, { at: "c5", seat: 0 }, true)).toEqual({
    pending: null,
    settled: "c5",
  });
});

test("another point, or another seat, begins anew", () => {
  const first = { at: "c5", seat: 0 };
  expect(applyTap(first, { at: "d5", seat: 0 }, true).pending?.at).toBe("d5");
  expect(applyTap(first, { at: "c5", seat: 1 }, true).settled).toBeNull();
});

test("the second tap is asked for as one prefers", () => {
  expect([needsSecondTap("always", false), needsSecondTap("never", true)]).toEqual([true, false]);
  expect([needsSecondTap("small", true), needsSecondTap("small", false)]).toEqual([true, false]);
});
