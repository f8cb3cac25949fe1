import { expect, test } from "vitest";
import {
  applyAction,
  INITIAL_STATE,
  hasHint,
  lessonOf,
  rulesOfTask,
  shoutVerdict,
  type LessonAction,
} from "./lesson";
import {
  COURSE,
  DECLARE,
  NEAR,
  ON_PURPOSE,
  PASS,
  PLACE,
  REMOVE,
  RUN,
  SHAPE,
  SHOUT,
  STANDS,
} from "./course.fixture";
import { nextStepId, COURSE_END, courseSteps } from "./courseProgress";

function after(shown: typeof PLACE, ...actions: LessonAction[]) {
  const lesson = lessonOf(shown);
  return actions.reduce((state, action) => applyAction(lesson, state, action), INITIAL_STATE);
}
const pick = (at: string): LessonAction => ({ do: "pick", at });

test("a wrong point is explained, and the user can try again", () => {
  const wrong = after(PLACE, pick("b1"));
  expect(wrong).toEqual({
    tries: 1,
    wrong: { kind: "breaks", at: "b1", breaches: [NEAR] },
    done: null,
  });
  expect(after(PLACE, pick("b1"), pick("a1"))).toEqual({ tries: 1, wrong: null, done: pick("a1") });
});

test("an occupied point is no placement", () => {
  expect(after(PLACE, pick("b2")).wrong).toEqual({ kind: "occupied", at: "b2" });
});

test("a legal point may still complete no shape", () => {
  expect(after(SHAPE, pick("b2")).wrong).toEqual({ kind: "no_shape", at: "b2" });
  expect(after(SHAPE, pick("c3")).done).toEqual(pick("c3"));
});

test("a shout at a legal stone is wrong, and so is accepting one that breaks a rule", () => {
  expect(after(STANDS, { do: "grav" }).wrong).toEqual({ kind: "legal" });
  expect(after(SHOUT, { do: "accept" }).wrong).toEqual({
    kind: "missed",
    at: "c1",
    breaches: [RUN],
  });
});

test("if the task demands the wrong shout, the right answer is not accepted", () => {
  expect(after(ON_PURPOSE, { do: "accept" }).wrong).toEqual({ kind: "on_purpose" });
  const done = after(ON_PURPOSE, { do: "grav" });
  expect(shoutVerdict(lessonOf(ON_PURPOSE), done)).toBe("wrong");
  expect(shoutVerdict(lessonOf(SHOUT), after(SHOUT, { do: "grav" }))).toBe("right");
  expect(shoutVerdict(lessonOf(STANDS), after(STANDS, { do: "accept" }))).toBeNull();
});

test("only the violator's stones can be removed", () => {
  expect(after(REMOVE, pick("b1")).wrong).toEqual({ kind: "not_theirs", at: "b1" });
  expect(after(REMOVE, pick("a1")).done).toEqual(pick("a1"));
});

test("declaring more or fewer bonus turns than there are shapes is wrong", () => {
  expect(after(DECLARE, { do: "declare", count: 2 }).wrong).toEqual({ kind: "too_many" });
  expect(after(DECLARE, { do: "declare", count: 0 }).wrong).toEqual({ kind: "too_few" });
  expect(after(DECLARE, { do: "declare", count: 1 }).done).not.toBeNull();
});

test("an action that the task does not ask for, or one after the end, changes nothing", () => {
  expect(after(PASS, pick("a1"))).toBe(INITIAL_STATE);
  expect(after(PLACE, { do: "pass" }, { do: "grav" })).toBe(INITIAL_STATE);
  const done = after(PLACE, pick("a1"));
  expect(applyAction(lessonOf(PLACE), done, pick("b1"))).toBe(done);
});

test("a hint is offered after two wrong tries, if there is one", () => {
  const lesson = lessonOf(PLACE);
  expect(hasHint(lesson, after(PLACE, pick("b1")))).toBe(false);
  expect(hasHint(lesson, after(PLACE, pick("b1"), pick("b1")))).toBe(true);
  expect(hasHint(lesson, after(PLACE, pick("b1"), pick("b1"), pick("a1")))).toBe(false);
  const shouts = after(STANDS, { do: "grav" }, { do: "grav" });
  expect(hasHint(lessonOf(STANDS), shouts)).toBe(false);
});

test("in a window the distance is measured from the stone before the open one", () => {
  expect(lessonOf(SHOUT).before).toBe("b1");
  expect(lessonOf(PLACE).before).toBeNull();
});

test("the rules of a task are those that its points break, or all if a stone must be judged", () => {
  expect(rulesOfTask(lessonOf(PLACE))).toEqual(["distance"]);
  expect(rulesOfTask(lessonOf(STANDS))).toHaveLength(3);
  expect(rulesOfTask(lessonOf(PASS))).toEqual([]);
});

test("a whole course can be completed", () => {
  const steps = courseSteps(COURSE);
  const actions: Record<string, LessonAction> = {
    distance: pick("c3"),
    shape: pick("c3"),
    declare: { do: "declare", count: 1 },
    window: { do: "accept" },
    shout: { do: "grav" },
    remove: pick("a1"),
    wrong_shout: { do: "grav" },
    end: { do: "pass" },
  };
  const walked: string[] = [];
  let id = steps[0]?.id ?? COURSE_END;
  while (id !== COURSE_END) {
    const step = steps.find((each) => each.id === id);
    if (step?.kind === "lesson") {
      const state = applyAction(step.lesson, INITIAL_STATE, actions[id]!);
      expect(state.done, id).toEqual(actions[id]);
    }
    walked.push(id);
    id = nextStepId(steps, id);
  }
  expect(walked).toEqual([...Object.keys(actions), "first_game"]);
});
