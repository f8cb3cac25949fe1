import { expect, test } from "vitest";
import { boxOf, centreOf, circlesPath, convexHull, runPath, taxiPath } from "./layerPaths";
import { CELL, frameOf, spotOf, spotsOf } from "./geometry";
import { woodGrainPath } from "./woodGrain";
import { STONE_OUTLINES } from "./stoneOutlines";

const FRAME = frameOf(9, true);
const spots = (...points: string[]) => spotsOf(FRAME, points);

test("the taxi path has one step for each unit of distance", () => {
  expect(taxiPath(FRAME, "c3", "c3")).toHaveLength(1);
  expect(taxiPath(FRAME, "c3", "f1")).toHaveLength(1 + 5);
  expect(taxiPath(FRAME, "c3", "a9")).toHaveLength(1 + 8);
  expect(taxiPath(FRAME, "c3", "f1")).toEqual(spots("c3", "d3", "e3", "f3", "f2", "f1"));
  expect(taxiPath(FRAME, "?", "f1")).toEqual([]);
});

test("a square encloses its points", () => {
  const box = boxOf(FRAME, "c2", 3);
  const lowerLeft = spotOf(FRAME, "c2");
  const upperRight = spotOf(FRAME, "e4");
  if (!box || !lowerLeft || !upperRight) throw new Error("not on the board");
  expect(box.side).toBe(3 * CELL);
  expect(box.x).toBe(lowerLeft.x - CELL / 2);
  expect(box.y + box.side).toBe(lowerLeft.y + CELL / 2);
  expect(box.x + box.side).toBe(upperRight.x + CELL / 2);
  expect(box.y).toBe(upperRight.y - CELL / 2);
});

test("a shape's centre is the mean of its points", () => {
  expect(centreOf(spots("a1", "c1", "b3", "d3"))).toEqual({
    x: (spots("b2")[0]!.x + spots("c2")[0]!.x) / 2,
    y: spots("b2")[0]!.y,
  });
  expect(centreOf([])).toEqual({ x: 0, y: 0 });
});

test("the hull omits inner points, and points between two corners", () => {
  const found = convexHull(spots("a1", "c1", "c3", "a3", "b2", "b1"));
  expect(found).toHaveLength(4);
  for (const corner of spots("a1", "c1", "c3", "a3")) expect(found).toContainEqual(corner);
});

test("the hull of points on a line is the line", () => {
  expect(convexHull(spots("a1", "b2", "c3", "d4"))).toEqual(spots("a1", "d4"));
  expect(convexHull(spots("a1"))).toEqual(spots("a1"));
  expect(convexHull([])).toEqual([]);
});

test("a run connects its stones and leaves their centres clear", () => {
  const path = runPath(FRAME, ["a1", "b2", "c3"]);
  expect(path.match(/[ML]/g)).toEqual(["M", "L", "M", "L"]);
  const ends = path
    .split(/[ML]/)
    .slice(1)
    .map((end) => end.split(" ").map(Number));
  const [first, middle] = spots("a1", "b2");
  for (const [x = 0, y = 0] of ends)
    for (const spot of [first!, middle!])
      expect(Math.hypot(x - spot.x, y - spot.y)).toBeGreaterThan(20);
});

test("circles are drawn around every point", () => {
  expect(circlesPath(FRAME, ["a1", "b2"]).match(/z/g)).toHaveLength(2);
});

test("the wood grain is the same each time, and stays in the rim", () => {
  const { total, rim } = FRAME;
  expect(woodGrainPath(total, rim)).toBe(woodGrainPath(total, rim));
  const numbers = woodGrainPath(total, rim).match(/-?[\d.]+ -?[\d.]+/g) ?? [];
  for (const each of numbers) {
    const [x = NaN, y = NaN] = each.split(" ").map(Number);
    expect(Math.min(x, y, total - x, total - y)).toBeLessThan(rim);
    expect(Math.min(x, y, total - x, total - y)).toBeGreaterThan(-0.06 * rim);
  }
});

test("the six outlines of stones all differ", () => {
  expect(new Set(STONE_OUTLINES.map(({ outline }) => outline)).size).toBe(6);
});
