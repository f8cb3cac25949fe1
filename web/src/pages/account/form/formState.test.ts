import { beforeAll, expect, test, vi } from "vitest";
import { Problem } from "../../../client/api";
import { loadTextGroup, say, switchLanguage } from "../../../text/say.svelte";
import { FormState } from "./formState.svelte";

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("account");
});

function filled() {
  const form = new FormState("name", "password");
  form.values.name = "Maru";
  form.values.password = "eight letters";
  return form;
}

test("an empty field is an error, and nothing is sent", async () => {
  const form = new FormState("name", "password");
  form.values.name = "Maru";
  const how = vi.fn(async () => {});
  expect(await form.send(how)).toBe(false);
  expect(form.wrong).toEqual({ password: say("account.fill_in") });
  expect(how).not.toHaveBeenCalled();
});

test("the values are cleared after success", async () => {
  const form = filled();
  const how = vi.fn(async () => {});
  expect(await form.send(how)).toBe(true);
  expect(how).toHaveBeenCalledWith({ name: "Maru", password: "eight letters" });
  expect(form.values).toEqual({ name: "", password: "" });
  expect(form.wrong).toEqual({});
});

test("a refusal is shown at its field, and the values stay", async () => {
  const form = filled();
  const refuse = async () => {
    throw new Problem(409, "name_taken", "taken");
  };
  expect(await form.send(refuse)).toBe(false);
  expect(form.wrong).toEqual({ name: "taken" });
  expect(form.values.name).toBe("Maru");
  expect(form.sending).toBe(false);
});

test("while a request is in progress, no other is sent", async () => {
  const form = filled();
  let finish = () => {};
  const how = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const first = form.send(how);
  expect(form.sending).toBe(true);
  expect(await form.send(how)).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(how).toHaveBeenCalledTimes(1);
});

test("what the client can check is not sent to the server", async () => {
  const form = filled();
  const how = vi.fn(async () => {});
  const check = () => ({ name: "another name" });
  expect(await form.send(how, check)).toBe(false);
  expect(form.wrong).toEqual({ name: "another name" });
  expect(how).not.toHaveBeenCalled();
});
