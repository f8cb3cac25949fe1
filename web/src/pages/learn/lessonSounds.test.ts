import { expect, test } from "vitest";
import { PASS, PLACE, REMOVE, SHOUT, STANDS } from "./course.fixture";
import { applyAction, INITIAL_STATE, lessonOf, type LessonAction } from "./lesson";
import { soundOf } from "./lessonSounds";

test("each action has the same sound as in a game", () => {
  const soundAfter = (shown: typeof PLACE, action: LessonAction) => {
    const lesson = lessonOf(shown);
    return soundOf(lesson, applyAction(lesson, INITIAL_STATE, action), action);
  };
  expect(soundAfter(PLACE, { do: "pick", at: "a1" })).toBe("stone");
  expect(soundAfter(PLACE, { do: "pick", at: "b1" })).toBeNull();
  expect(soundAfter(SHOUT, { do: "grav" })).toBe("shout");
  expect(soundAfter(STANDS, { do: "grav" })).toBe("wrong");
  expect(soundAfter(REMOVE, { do: "pick", at: "a1" })).toBe("lift");
  expect(soundAfter(PASS, { do: "pass" })).toBe("end");
});
