import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { account } from "./accountApi";
import { del, ensureGuest, get, post, Problem } from "./api";
import { identity } from "./identity.svelte";

const GUEST = { id: "p1", name: null, guest: true, scopes: null };
const KIM = { id: "p1", name: "Kim", guest: false, scopes: null };

let asked: { method: string; path: string; body: unknown }[];
let answers: Response[];

beforeEach(async () => {
  await switchLanguage("ja");
  identity.set(null);
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const body = init.body === undefined ? undefined : (JSON.parse(init.body as string) as unknown);
    asked.push({ method: init.method ?? "GET", path, body });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer;
  });
});

afterEach(() => void vi.unstubAllGlobals());

function willAnswer(status: number, body: unknown): void {
  answers.push(new Response(body === undefined ? null : JSON.stringify(body), { status }));
}

test("requests carry the user's language beside their own query parameters", async () => {
  willAnswer(200, { a: 1 });
  willAnswer(200, {});
  expect(await get("/api/lobby")).toEqual({ a: 1 });
  await get("/api/games?limit=5");
  expect(asked.map(({ path }) => path)).toEqual([
    "/api/lobby?lang=ja",
    "/api/games?limit=5&lang=ja",
  ]);
});

test("a refusal is a Problem with its sentence", async () => {
  willAnswer(409, { code: "name_taken", text: "その名前は使われています" });
  const problem = await post("/api/account", { name: "Kim" }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({
    status: 409,
    code: "name_taken",
    message: "その名前は使われています",
  });
  expect(asked[0]).toMatchObject({ method: "POST", body: { name: "Kim" } });
});

test("a network failure is a Problem too, with a sentence of the client's own", async () => {
  await expect(get("/api/lobby")).rejects.toMatchObject({ status: 0, code: "away" });
});

test("so is the error page of a proxy whose server is down", async () => {
  answers.push(new Response("<html>Bad gateway</html>", { status: 502 }));
  await expect(get("/api/lobby")).rejects.toMatchObject({ status: 502, code: "away" });
});

test("an empty answer is undefined", async () => {
  willAnswer(204, undefined);
  expect(await del("/api/session")).toBeUndefined();
});

test("concurrent calls create one guest, and none where somebody is signed in", async () => {
  const became = vi.fn();
  const stop = identity.onSwitch(became);
  willAnswer(201, GUEST);
  await Promise.all([ensureGuest(), ensureGuest()]);
  await ensureGuest();
  expect(asked).toHaveLength(1);
  expect(account.me).toEqual(GUEST);
  expect(became).toHaveBeenCalledOnce();
  stop();
});

test("whoever was signed in already stays who they are", async () => {
  const became = vi.fn();
  const stop = identity.onSwitch(became);
  willAnswer(200, KIM);
  await ensureGuest();
  expect(account.me).toEqual(KIM);
  expect(became).not.toHaveBeenCalled();
  stop();
});

test("any answer `not_signed_in` clears the identity", async () => {
  identity.set(GUEST);
  willAnswer(401, { code: "not_signed_in", text: "nobody" });
  await expect(post("/api/tables", {})).rejects.toMatchObject({ code: "not_signed_in" });
  expect(account.me).toBeNull();
});

test("a wrong password signs nobody out", async () => {
  identity.set(GUEST);
  willAnswer(401, { code: "wrong_login", text: "wrong" });
  await expect(account.signIn("Kim", "x")).rejects.toMatchObject({ code: "wrong_login" });
  expect(account.me).toEqual(GUEST);
});

test("refresh reads the account of the session, or that nobody is signed in", async () => {
  willAnswer(200, KIM);
  await account.refresh();
  expect(account.me).toEqual(KIM);
  willAnswer(200, null);
  await account.refresh();
  expect(account.me).toBeNull();
});

test("signing up, in and out and deleting send what the server expects", async () => {
  willAnswer(201, { account: KIM, recovery_codes: ["a-b"] });
  expect(await account.signUp("Kim", "12345678")).toEqual(["a-b"]);
  willAnswer(204, undefined);
  await account.signOut();
  expect(account.me).toBeNull();
  willAnswer(201, KIM);
  await account.signIn("Kim", "12345678");
  willAnswer(204, undefined);
  await account.changePassword("12345678", "87654321");
  willAnswer(204, undefined);
  await account.remove("87654321");
  expect(account.me).toBeNull();
  expect(asked.map(({ method, path, body }) => [method, path.split("?")[0], body])).toEqual([
    ["POST", "/api/account", { name: "Kim", password: "12345678" }],
    ["DELETE", "/api/session", undefined],
    ["POST", "/api/session", { name: "Kim", password: "12345678" }],
    ["POST", "/api/account/password", { old: "12345678", new: "87654321" }],
    ["DELETE", "/api/account", { password: "87654321" }],
  ]);
});

test("lists are unwrapped, and games are paged by a cursor", async () => {
  willAnswer(200, { names: ["Lee"] });
  expect(await account.blocks()).toEqual(["Lee"]);
  willAnswer(204, undefined);
  await account.block("이 #1");
  willAnswer(200, { tables: [], next: "17:t1" });
  const { next } = await account.games();
  willAnswer(200, { tables: [], next: null });
  await account.games(next, 10);
  expect(asked.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "PUT /api/blocks/%EC%9D%B4%20%231?lang=ja",
    "GET /api/games?limit=50&lang=ja",
    "GET /api/games?limit=10&before=17%3At1&lang=ja",
  ]);
});
