import { describe, expect, test } from "vitest";
import { CELL, cellCentre, frameOf, hollowsOf, nearestPoint, spotOf, spotsOf } from "./geometry";
import { allPoints } from "./points";

describe.each([3, 9, 25])("a board of %i", (size) => {
  test.each([true, false])("is centred in its tray (letters: %s)", (lettered) => {
    const frame = frameOf(size, lettered);
    const first = cellCentre(frame, 0) - CELL / 2;
    const end = cellCentre(frame, size - 1) + CELL / 2;
    expect(first).toBe(frame.rim + frame.pad);
    expect(frame.total - end).toBeCloseTo(first);
  });

  test("nearestPoint finds each point, up to the edges of its cell", () => {
    const frame = frameOf(size, true);
    const first = frame.rim + frame.pad;
    for (const at of allPoints(size)) {
      const spot = spotOf(frame, at);
      if (!spot) throw new Error(at);
      for (const off of [-49, 0, 49]) {
        const across = (spot.x + off - first) / (size * CELL);
        const down = (spot.y - off - first) / (size * CELL);
        expect(nearestPoint(size, across, down)).toBe(at);
      }
    }
  });
});

test("every point has its hollow, from the top left to the bottom right", () => {
  const frame = frameOf(25, true);
  const hollows = hollowsOf(frame);
  expect(hollows).toHaveLength(625);
  expect(hollows[0]).toEqual({ at: "a25", x: cellCentre(frame, 0), y: cellCentre(frame, 0) });
  expect(hollows.at(-1)).toEqual({ at: "y1", x: cellCentre(frame, 24), y: cellCentre(frame, 24) });
});

test("letters need a wider rim", () => {
  expect(frameOf(9, true).rim).toBeGreaterThan(frameOf(9, false).rim);
});

test("a1 is at the lower left", () => {
  const frame = frameOf(9, true);
  expect(spotOf(frame, "a1")).toEqual({ x: cellCentre(frame, 0), y: cellCentre(frame, 8) });
});

test.each([
  [-0.01, 0.5],
  [0.5, -0.01],
  [1, 0.5],
  [0.5, 1],
  [NaN, 0.5],
  [Infinity, 0.5],
])("no point is nearest outside the grid: %d, %d", (across, down) => {
  expect(nearestPoint(9, across, down)).toBeNull();
});

test("an invalid name has no position", () => {
  expect(spotOf(frameOf(9, true), "?")).toBeNull();
  expect(spotsOf(frameOf(9, true), ["a1", "?", "b1"])).toHaveLength(2);
});
