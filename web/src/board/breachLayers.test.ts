import { expect, test } from "vitest";
import { drawBreaches } from "./breachLayers";

const RUN = {
  rule: "continuity",
  points: ["e6", "f5", "g4", "h3"],
  interval: 1,
  limit: 3,
};
const SQUARE = { rule: "density", square: "a1", count: 5, limit: 4 };
const STEP = { rule: "distance", from: "c5", distance: 1, least: 2, most: 4 };

const ringed = (marks: readonly { at: string }[]) => marks.map(({ at }) => at).sort();

test("a run is drawn as a line through its stones, each with a ring", () => {
  const { layers, marks } = drawBreaches([RUN], "h3", 3);
  expect(layers).toEqual([{ kind: "run", points: ["e6", "f5", "g4", "h3"] }]);
  expect(marks.every(({ kind }) => kind === "breach")).toBe(true);
  expect(ringed(marks)).toEqual(["e6", "f5", "g4", "h3"]);
});

test("a square is as wide as b", () => {
  const { layers, marks } = drawBreaches([SQUARE], "b2", 3);
  expect(layers).toEqual([{ kind: "square", corner: "a1", side: 3 }]);
  expect(ringed(marks)).toEqual(["b2"]);
});

test("a distance is drawn from the stone that it is measured from to the new one", () => {
  const { layers, marks } = drawBreaches([STEP], "c6", 3);
  expect(layers).toEqual([{ kind: "distance", from: "c5", to: "c6" }]);
  expect(ringed(marks)).toEqual(["c5", "c6"]);
});

test("several breaches are drawn together, with one ring for each point", () => {
  const { layers, marks } = drawBreaches([RUN, RUN, SQUARE, STEP], "h3", 4);
  expect(layers).toHaveLength(4);
  expect(ringed(marks)).toEqual(["c5", "e6", "f5", "g4", "h3"]);
});

test("without a breach nothing is drawn", () => {
  expect(drawBreaches([], "c5", 3)).toEqual({ layers: [], marks: [] });
});

test("for an unknown rule only the stone is drawn", () => {
  expect(drawBreaches([{ rule: "gravity" }], "c5", 3)).toEqual({
    layers: [],
    marks: [{ kind: "breach", at: "c5" }],
  });
});
