import { beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { account } from "./accountApi";
import { del, ensureGuest, get, post, Problem } from "./api";
import { GUEST, KIM, useFakeFetch } from "./fetch.fixture";
import { identity } from "./identity.svelte";

const server = useFakeFetch();
beforeEach(() => switchLanguage("ja"));

test("requests carry the user's language beside their own query parameters", async () => {
  server.willAnswer(200, { a: 1 });
  server.willAnswer(200, {});
  expect(await get("/api/lobby")).toEqual({ a: 1 });
  await get("/api/games?limit=5");
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/api/lobby?lang=ja",
    "/api/games?limit=5&lang=ja",
  ]);
});

test("a refusal is a Problem with its sentence", async () => {
  server.willAnswer(409, { code: "name_taken", text: "その名前は使われています" });
  const problem = await post("/api/account", { name: "Kim" }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({
    status: 409,
    code: "name_taken",
    message: "その名前は使われています",
  });
  expect(server.requests[0]).toMatchObject({ method: "POST", body: { name: "Kim" } });
});

test("a network failure is a Problem too, with a sentence of the client's own", async () => {
  await expect(get("/api/lobby")).rejects.toMatchObject({ status: 0, code: "away" });
});

test("so is the error page of a proxy whose server is down", async () => {
  server.willAnswerText(502, "<html>Bad gateway</html>");
  await expect(get("/api/lobby")).rejects.toMatchObject({ status: 502, code: "away" });
});

test("an empty answer is undefined", async () => {
  server.willAnswer(204, undefined);
  expect(await del("/api/session")).toBeUndefined();
});

test("concurrent calls create one guest, and none where somebody is signed in", async () => {
  const became = vi.fn();
  const stop = identity.onSwitch(became);
  server.willAnswer(201, GUEST);
  await Promise.all([ensureGuest(), ensureGuest()]);
  await ensureGuest();
  expect(server.requests).toHaveLength(1);
  expect(account.me).toEqual(GUEST);
  expect(became).toHaveBeenCalledOnce();
  stop();
});

test("a user who is signed in already does not become a guest", async () => {
  const became = vi.fn();
  const stop = identity.onSwitch(became);
  server.willAnswer(200, KIM);
  await ensureGuest();
  expect(account.me).toEqual(KIM);
  expect(became).not.toHaveBeenCalled();
  stop();
});

test("any answer `not_signed_in` clears the identity", async () => {
  identity.set(GUEST);
  server.willAnswer(401, { code: "not_signed_in", text: "nobody" });
  await expect(post("/api/tables", {})).rejects.toMatchObject({ code: "not_signed_in" });
  expect(account.me).toBeNull();
});
