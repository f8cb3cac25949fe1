import { beforeEach, expect, test } from "vitest";
import { COURSE } from "./course.fixture";
import {
  clearDone,
  markDone,
  nextStepId,
  COURSE_END,
  readDone,
  resumeStepId,
  courseSteps,
} from "./courseProgress";

const STEPS = courseSteps(COURSE);
beforeEach(() => localStorage.clear());

test("finished steps are stored", () => {
  markDone("distance");
  expect([...markDone("shape")]).toEqual(["distance", "shape"]);
  expect([...readDone()]).toEqual(["distance", "shape"]);
  expect(clearDone().size + readDone().size).toBe(0);
});

test("unreadable data counts as none", () => {
  localStorage.setItem("grav.course", "{");
  expect(readDone().size).toBe(0);
  localStorage.setItem("grav.course", '{"a":1}');
  expect(readDone().size).toBe(0);
  localStorage.setItem("grav.course", '["shape", 3]');
  expect([...readDone()]).toEqual(["shape"]);
});

test("the course resumes at the first unfinished step", () => {
  expect(resumeStepId(STEPS, new Set())).toBe("distance");
  expect(resumeStepId(STEPS, new Set(["distance", "declare"]))).toBe("shape");
  expect(resumeStepId(STEPS, new Set(STEPS.map(({ id }) => id)))).toBeNull();
});

test("games come after lessons, and the end after all", () => {
  expect(nextStepId(STEPS, "distance")).toBe("shape");
  expect(nextStepId(STEPS, "end")).toBe("first_game");
  expect(nextStepId(STEPS, "first_game")).toBe(COURSE_END);
});
