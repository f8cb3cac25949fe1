import { beforeEach, expect, test } from "vitest";
import { COURSE } from "./course.fixture";
import {
  clearDone,
  markDone,
  nextOf,
  COURSE_END,
  readDone,
  resumeAt,
  stepsOf,
} from "./courseProgress";

const STEPS = stepsOf(COURSE);
beforeEach(() => localStorage.clear());

test("what is done is kept", () => {
  markDone("distance");
  expect([...markDone("shape")]).toEqual(["distance", "shape"]);
  expect([...readDone()]).toEqual(["distance", "shape"]);
  expect(clearDone().size + readDone().size).toBe(0);
});

test("what cannot be read is nothing", () => {
  localStorage.setItem("grav.course", "{");
  expect(readDone().size).toBe(0);
  localStorage.setItem("grav.course", '{"a":1}');
  expect(readDone().size).toBe(0);
  localStorage.setItem("grav.course", '["shape", 3]');
  expect([...readDone()]).toEqual(["shape"]);
});

test("one goes on with the first step that is left", () => {
  expect(resumeAt(STEPS, new Set())).toBe("distance");
  expect(resumeAt(STEPS, new Set(["distance", "declare"]))).toBe("shape");
  expect(resumeAt(STEPS, new Set(STEPS.map(({ id }) => id)))).toBeNull();
});

test("games come after lessons, and then the way onward", () => {
  expect(nextOf(STEPS, "distance")).toBe("shape");
  expect(nextOf(STEPS, "end")).toBe("first_game");
  expect(nextOf(STEPS, "first_game")).toBe(COURSE_END);
});
