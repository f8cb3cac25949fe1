import { expect, test } from "vitest";
import { DECLARE, PASS, SHOUT } from "./course.fixture";
import { lessonOf } from "./lesson";
import { lessonActionOf } from "./lessonKeys";

test("keys act as in a game, if the task asks for their action", () => {
  expect(lessonActionOf({ kind: "shout" }, lessonOf(SHOUT))).toEqual({ do: "grav" });
  expect(lessonActionOf({ kind: "accept" }, lessonOf(SHOUT))).toEqual({ do: "accept" });
  expect(lessonActionOf({ kind: "pass" }, lessonOf(PASS))).toEqual({ do: "pass" });
  expect(lessonActionOf({ kind: "digit", digit: 1 }, lessonOf(DECLARE))).toEqual({
    do: "declare",
    count: 1,
  });
  expect(lessonActionOf({ kind: "shout" }, lessonOf(PASS))).toBeNull();
  expect(lessonActionOf(null, lessonOf(PASS))).toBeNull();
});
