import { expect, test } from "vitest";
import { Problem } from "../../../client/api";
import { formErrorsOf } from "./formErrors";

test.each([
  [409, "name_taken", { name: "said" }],
  [400, "name_letters", { name: "said" }],
  [400, "password_common", { password: "said" }],
  [400, "password_length", { password: "said" }],
  [401, "wrong_login", { password: "said" }],
  [429, "too_many_requests", { form: "said" }],
  [0, "away", { form: "said" }],
  [401, "wrong_code", { form: "said" }],
])("%i %s is shown at its field, or at the form if it lacks the field", (status, code, wrong) => {
  expect(formErrorsOf(new Problem(status, code, "said"), ["name", "password"])).toEqual(wrong);
});

test("with two passwords, a wrong one is the old, and one too short is the new", () => {
  const fields = ["old", "new"] as const;
  expect(formErrorsOf(new Problem(403, "wrong_password", "no"), fields)).toEqual({ old: "no" });
  expect(formErrorsOf(new Problem(400, "password_length", "8"), fields)).toEqual({ new: "8" });
});

test("a message about an invalid value names its field", () => {
  const problem = new Problem(400, "invalid", "password: expected 8 letters or more");
  expect(formErrorsOf(problem, ["name", "password"])).toEqual({
    password: "expected 8 letters or more",
  });
  expect(formErrorsOf(problem, ["name"])).toEqual({ form: problem.message });
  const odd = new Problem(400, "invalid", "this does not have the form that is expected here");
  expect(formErrorsOf(odd, ["name"])).toEqual({ form: odd.message });
});

test("an error that is no refusal of the server is thrown again", () => {
  expect(() => formErrorsOf(new TypeError("oops"), ["name"])).toThrow(TypeError);
});
