import { expect, test } from "vitest";
import { DECLARE, PASS, SHOUT } from "./course.fixture";
import { lessonOf } from "./lesson";
import { actionOfIntent } from "./lessonKeys";

test("keys do what they do in a game, where it is asked for", () => {
  expect(actionOfIntent({ kind: "shout" }, lessonOf(SHOUT))).toEqual({ do: "grav" });
  expect(actionOfIntent({ kind: "accept" }, lessonOf(SHOUT))).toEqual({ do: "accept" });
  expect(actionOfIntent({ kind: "pass" }, lessonOf(PASS))).toEqual({ do: "pass" });
  expect(actionOfIntent({ kind: "digit", digit: 1 }, lessonOf(DECLARE))).toEqual({
    do: "declare",
    count: 1,
  });
  expect(actionOfIntent({ kind: "shout" }, lessonOf(PASS))).toBeNull();
  expect(actionOfIntent(null, lessonOf(PASS))).toBeNull();
});
