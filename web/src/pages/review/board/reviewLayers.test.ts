import { expect, test } from "vitest";
import { game } from "../review.fixture";
import { ALL_ON, legalMarks, drawReview, completedShapes } from "./reviewLayers";
import { numberedStones, placementOf, positionAt } from "../game/reviewStops";

const review = game();

function seen(step: number) {
  const placed = placementOf(review, step);
  return {
    position: positionAt(review, step),
    stones: numberedStones(review, step),
    truth: placed?.truth ?? null,
    placer: placed?.by ?? null,
    b: 2,
  };
}

test("a breach is drawn with its stone, and around a pending mark after the stone is void", () => {
  const placed = drawReview(seen(3), ALL_ON);
  expect(placed.layers).toEqual([{ kind: "distance", from: "a1", to: "a2" }]);
  expect(placed.marks.map(({ kind }) => kind)).toEqual(["last", "breach", "breach"]);
  expect(drawReview(seen(4), ALL_ON).marks).toContainEqual({ kind: "pending", at: "a2", seat: 1 });
});

test("each layer can be switched off", () => {
  const none = drawReview(seen(3), { numbers: false, breaches: false, shapes: false });
  expect(none.layers).toEqual([]);
  expect(none.marks.map(({ kind }) => kind)).toEqual(["last"]);
  expect([...none.stones.values()].every((stone) => stone.number === undefined)).toBe(true);
  expect(drawReview(seen(5), { ...ALL_ON, shapes: false }).layers).toEqual([]);
});

test("one of several shapes is drawn, the largest first", () => {
  const four = { kind: "shape", points: ["a1", "a3", "b1", "b3"] };
  expect(drawReview(seen(5), ALL_ON).layers).toEqual([four]);
  expect(drawReview({ ...seen(5), shape: 1 }, ALL_ON).layers[0]).toMatchObject({
    points: ["a1", "c3"],
  });
  expect(drawReview({ ...seen(5), shape: 2 }, ALL_ON).layers).toEqual([four]);
  expect(completedShapes({ completed: [{ centre: "b2", stones: 9, points: null }] })).toEqual([]);
});

test("legal points are dots, or numbers of completed shapes", () => {
  expect(legalMarks({ a1: 0, b2: 3 }, true)).toEqual([
    { kind: "legal", at: "a1" },
    { kind: "count", at: "b2", text: "3" },
  ]);
  expect(legalMarks({ b2: 3 }, false)).toEqual([{ kind: "legal", at: "b2" }]);
  expect(legalMarks(null, true)).toEqual([]);
});
