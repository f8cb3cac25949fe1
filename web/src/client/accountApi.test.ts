import { beforeEach, expect, test } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { account } from "./accountApi";
import { GUEST, KIM, useFakeFetch } from "./fetch.fixture";
import { identity } from "./identity.svelte";

const server = useFakeFetch();
beforeEach(() => switchLanguage("ja"));

test("a wrong password does not end the session", async () => {
  identity.set(GUEST);
  server.willAnswer(401, { code: "wrong_login", text: "wrong" });
  await expect(account.signIn("Kim", "x")).rejects.toMatchObject({ code: "wrong_login" });
  expect(account.me).toEqual(GUEST);
});

test("refresh reads the account of the session, or null", async () => {
  server.willAnswer(200, KIM);
  await account.refresh();
  expect(account.me).toEqual(KIM);
  server.willAnswer(200, null);
  await account.refresh();
  expect(account.me).toBeNull();
});

test("signing up, in and out and deleting send what the server expects", async () => {
  server.willAnswer(201, { account: KIM, recovery_codes: ["a-b"] });
  expect(await account.signUp("Kim", "12345678")).toEqual(["a-b"]);
  server.willAnswer(204, undefined);
  await account.signOut();
  expect(account.me).toBeNull();
  server.willAnswer(201, KIM);
  await account.signIn("Kim", "12345678");
  server.willAnswer(204, undefined);
  await account.changePassword("12345678", "87654321");
  server.willAnswer(204, undefined);
  await account.remove("87654321");
  expect(account.me).toBeNull();
  expect(
    server.requests.map(({ method, path, body }) => [method, path.split("?")[0], body]),
  ).toEqual([
    ["POST", "/api/account", { name: "Kim", password: "12345678" }],
    ["DELETE", "/api/session", undefined],
    ["POST", "/api/session", { name: "Kim", password: "12345678" }],
    ["POST", "/api/account/password", { old: "12345678", new: "87654321" }],
    ["DELETE", "/api/account", { password: "87654321" }],
  ]);
});

test("lists are unwrapped, and games are paged by a cursor", async () => {
  server.willAnswer(200, { names: ["Lee"] });
  expect(await account.blocks()).toEqual(["Lee"]);
  server.willAnswer(204, undefined);
  await account.block("이 #1");
  server.willAnswer(200, { tables: [], next: "17:t1" });
  const { next } = await account.games();
  server.willAnswer(200, { tables: [], next: null });
  await account.games(next, 10);
  expect(server.requests.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "PUT /api/blocks/%EC%9D%B4%20%231?lang=ja",
    "GET /api/games?limit=50&lang=ja",
    "GET /api/games?limit=10&before=17%3At1&lang=ja",
  ]);
});
