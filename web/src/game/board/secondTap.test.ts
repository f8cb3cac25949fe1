import { expect, test } from "vitest";
import { needsSecondTap, applyTap } from "./secondTap";

test("without confirmation the first tap is final", () => {
  expect(applyTap(null, { at: "c5", seat: 0 }, false)).toEqual({ pending: null, settled: "c5" });
});

test("with confirmation the same point must be tapped twice", () => {
  const first = applyTap(null, { at: "c5", seat: 0 }, true);
  expect(first).toEqual({ pending: { at: "c5", seat: 0 }, settled: null });
  expect(applyTap(first.pending, { at: "c5", seat: 0 }, true)).toEqual({
    pending: null,
    settled: "c5",
  });
});

test("tapping another point, or for another seat, starts over", () => {
  const first = { at: "c5", seat: 0 };
  expect(applyTap(first, { at: "d5", seat: 0 }, true).pending?.at).toBe("d5");
  expect(applyTap(first, { at: "c5", seat: 1 }, true).settled).toBeNull();
});

test("the preference decides whether a second tap is needed", () => {
  expect([needsSecondTap("always", false), needsSecondTap("never", true)]).toEqual([true, false]);
  expect([needsSecondTap("small", true), needsSecondTap("small", false)]).toEqual([true, false]);
});
