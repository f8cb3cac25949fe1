import { expect, test } from "vitest";
import { drawLesson } from "./lessonDrawing";
import { applyAction, INITIAL_STATE, lessonOf, type LessonAction } from "./lesson";
import { DECLARE, PLACE, REMOVE, SHAPE, SHOUT } from "./course.fixture";

function drawn(
  shown: typeof PLACE,
  actions: LessonAction[],
  { hinted = false, settled = false } = {},
) {
  const lesson = lessonOf(shown);
  const state = actions.reduce((now, action) => applyAction(lesson, now, action), INITIAL_STATE);
  return drawLesson(lesson, state, hinted, settled);
}
const pick = (at: string): LessonAction => ({ do: "pick", at });

test("the stone that the distance is measured from is marked, and no solution is shown", () => {
  expect(drawn(PLACE, []).marks).toEqual([{ kind: "last", at: "b2" }]);
});

test("the hint shows the right points or the shapes", () => {
  const hint = drawn(PLACE, [], { hinted: true }).marks.filter(({ kind }) => kind === "legal");
  expect(hint.map(({ at }) => at)).toEqual(["a1", "c3"]);
  expect(drawn(DECLARE, [], { hinted: true }).layers).toHaveLength(1);
});

test("a wrong stone is drawn with its breaches, but not placed", () => {
  const { stones, marks, layers } = drawn(PLACE, [pick("b1")]);
  expect(stones.has("b1")).toBe(false);
  expect(marks).toContainEqual({ kind: "pending", at: "b1", seat: 0 });
  expect(layers).toEqual([{ kind: "distance", from: "b2", to: "b1" }]);
});

test("a right stone falls; if it completes a shape, that is drawn", () => {
  const placed = drawn(PLACE, [pick("a1")]);
  expect(placed.stones.get("a1")).toEqual({ seat: 0 });
  expect(placed.dropped).toBe("a1");
  expect(placed.layers).toEqual([]);
  const shape = drawn(SHAPE, [pick("c3")]);
  expect(shape.layers).toEqual([{ kind: "shape", points: ["a3", "c3", "a1", "c1"] }]);
});

test("in a window both stones are marked, and after a right shout the stone is removed", () => {
  expect(drawn(SHOUT, []).marks).toEqual([
    { kind: "last", at: "b1" },
    { kind: "pending", at: "c1", seat: 1 },
  ]);
  const shouted = drawn(SHOUT, [{ do: "grav" }]);
  expect(shouted.stones.has("c1")).toBe(true);
  expect(shouted.layers[0]?.kind).toBe("run");
  expect(drawn(SHOUT, [{ do: "grav" }], { settled: true }).stones.has("c1")).toBe(false);
});

test("the chosen stone rolls off", () => {
  expect(drawn(REMOVE, []).marks).toEqual([{ kind: "choice", at: "a1" }]);
  const removed = drawn(REMOVE, [pick("a1")]);
  expect(removed.stones.has("a1")).toBe(false);
  expect(removed.rolled).toBe("a1");
});
