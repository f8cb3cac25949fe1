import { expect, test } from "vitest";
import type { Example } from "./examples";
import { drawExample } from "./exampleDrawing";

const ROW: Example = {
  rule: "continuity",
  binds: true,
  size: 4,
  board: ["....", "010.", "....", "...."],
  stone: { by: 1, at: "d3" },
  last: null,
  marked: ["a3", "b3", "c3", "d3"],
  breach: { rule: "continuity", points: ["a3", "b3", "c3", "d3"], interval: 1, limit: 3 },
};
const SQUARE: Example = {
  ...ROW,
  rule: "density",
  size: 3,
  board: ["0.0", ".1.", "1.."],
  stone: { by: 0, at: "c1" },
  marked: ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"],
};
const RING: Example = {
  ...ROW,
  rule: "distance",
  size: 3,
  board: ["...", ".0.", "..."],
  stone: { by: 1, at: "c3" },
  last: "b2",
  marked: ["b3", "a2", "c2", "b1"],
};

test("the stone falls after the position is shown, and its run is drawn with it", () => {
  const before = drawExample(ROW, false);
  expect([...before.stones.keys()].sort()).toEqual(["a3", "b3", "c3"]);
  expect(before.layers).toEqual([]);
  expect(before.marks).toEqual([]);
  const after = drawExample(ROW, true);
  expect(after.stones.get("d3")).toMatchObject({ seat: 1 });
  expect(after.layers).toEqual([{ kind: "run", points: ROW.marked }]);
  expect(after.marks).toEqual([{ kind: "breach", at: "d3" }]);
});

test("a square is drawn by its corner and its side", () => {
  expect(drawExample(SQUARE, false).layers).toEqual([]);
  expect(drawExample(SQUARE, true).layers).toEqual([{ kind: "square", corner: "a1", side: 3 }]);
});

test("points at the right distance are always drawn, the wrong distance after the stone has fallen", () => {
  const reach = { kind: "reach", points: RING.marked };
  expect(drawExample(RING, false).layers).toEqual([reach]);
  expect(drawExample(RING, true).layers).toEqual([
    reach,
    { kind: "distance", from: "b2", to: "c3" },
  ]);
});

test("without a breach no stone falls", () => {
  const drawing = drawExample({ ...ROW, binds: false, stone: null, breach: null }, true);
  expect(drawing.stones.size).toBe(3);
  expect(drawing.marks).toEqual([]);
});
