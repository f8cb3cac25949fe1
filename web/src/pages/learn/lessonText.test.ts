import { expect, test } from "vitest";
import { say } from "../../game/game.fixture";
import { applyAction, INITIAL_STATE, lessonOf, type LessonAction } from "./lesson";
import { DECLARE, NEAR, PLACE, REMOVE, SHAPE, SHOUT } from "./course.fixture";
import { formatHappened, formatReason, lessonTextValues } from "./lessonText";

function happened(shown: typeof PLACE, action: LessonAction) {
  const lesson = lessonOf(shown);
  return formatHappened(lesson, applyAction(lesson, INITIAL_STATE, action), say);
}

test("events are formatted as in a game", () => {
  expect(happened(SHAPE, { do: "pick", at: "c3" })).toEqual([
    "game.shown shown=game.you_placed_declaring at=c3 count=1",
    "game.shown shown=game.your_bonus_turn",
  ]);
  expect(happened(SHOUT, { do: "grav" })[0]).toContain("game.heard_you_right");
});

test("if several actions are right, the user's own is described", () => {
  expect(happened(PLACE, { do: "pick", at: "a1" })).toEqual([
    "game.shown shown=game.you_placed at=a1",
  ]);
  expect(happened(REMOVE, { do: "pick", at: "a1" })).toEqual([
    "game.shown shown=game.you_removed of=course.opponent at=a1",
  ]);
  expect(formatHappened(lessonOf(PLACE), INITIAL_STATE, say)).toEqual([]);
});

test("a wrong point is explained by its breaches", () => {
  expect(formatReason({ kind: "breaks", at: "b1", breaches: [NEAR] }, say)).toBe(
    "course.wrong_breaks shown=breach.distance distance=1 origin=b2 least=2 most=4",
  );
  expect(formatReason({ kind: "too_few" }, say)).toBe("course.wrong_too_few");
});

test("texts may contain the numbers, the stone, and the number of right points", () => {
  expect(lessonTextValues(lessonOf(PLACE))).toMatchObject({
    a: 3,
    e: 4,
    count: 2,
    mine: 1,
    theirs: 2,
  });
  expect(lessonTextValues(lessonOf(DECLARE))).toMatchObject({ at: "c3", count: 1 });
  expect(lessonTextValues(lessonOf(SHOUT))).toMatchObject({ at: "c1" });
});
