import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Here, Now } from "../generated/messages";
import { switchLanguage } from "../text/say.svelte";
import { FakeServer, makeNews, makeNow, makePlacedNews, makeWhole } from "./connection/fakeServer";
import { identity } from "./identity.svelte";
import { TableClient } from "./tableClient.svelte";

let server: FakeServer;
let client: TableClient;
let events: string[];

beforeEach(async () => {
  await switchLanguage("en");
  vi.useFakeTimers();
  server = new FakeServer();
  client = new TableClient("t1", server.connect);
  events = [];
  client.onHappened((happening) => events.push(happening.event));
  client.open();
});

afterEach(() => {
  client.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Advances the fake timers past the longest backoff. */
function reconnect(): void {
  vi.advanceTimersByTime(4_000);
}

test("it connects for a snapshot, in the user's language", () => {
  expect(server.last.path).toBe("/api/tables/t1/socket?lang=en");
  expect(client.connection).toBe("connecting");
  server.last.open(makeWhole(3));
  expect(client.connection).toBe("up");
  expect(client.whole?.number).toBe(3);
});

test("a snapshot replaces everything and reports no events", () => {
  server.last.open(makeWhole(3), makeNews(3, 4, [{ event: "passed", by: 1 }]));
  server.last.say(makeWhole(90, { you: [], now: makeNow({ stage: "over" }) }));
  expect(client.whole).toMatchObject({ number: 90, you: [], now: { stage: "over" } });
  expect(events).toEqual(["passed"]);
});

test("after a gap in the news it reconnects from its last number", () => {
  const first = server.last.open(makeWhole(3));
  first.say(makeNews(5, 6, [{ event: "passed", by: 1 }]));
  expect(first.isClosed).toBe(true);
  expect(client.connection).toBe("down");
  reconnect();
  expect(server.last.path).toBe("/api/tables/t1/socket?since=3&lang=en");
  expect(events).toEqual([]);
});

test("events are reported once, also those repeated after a reconnection", () => {
  const [one, two] = [
    makeNews(3, 4, [{ event: "passed", by: 0 }]),
    makeNews(4, 6, [
      { event: "said", seat: 1, phrase: "oops" },
      { event: "passed", by: 1 },
    ]),
  ];
  server.last.open(makeWhole(3), one).drop();
  reconnect();
  server.last.open(one, two);
  expect(events).toEqual(["passed", "said", "passed"]);
});

test("a listener gets the state after each event, and nothing once it has unsubscribed", () => {
  const heard: [Now, number][] = [];
  const leave = client.onHappened((_, now, at) => heard.push([now, at]));
  const news = makeNews(3, 4, [{ event: "passed", by: 0 }], makeNow({ stage: "over" }));
  server.last.open(makeWhole(3), news);
  leave();
  server.last.say(makeNews(4, 5, [{ event: "passed", by: 1 }]));
  expect(heard).toEqual([[news.now, news.at]]);
});

test("a command sent while disconnected goes out after the reconnection", async () => {
  server.last.open(makeWhole(3)).drop();
  const passing = client.send({ do: "pass", seat: 0 });
  reconnect();
  const second = server.last.open();
  const [{ id } = {}] = second.commands;
  expect(second.commands).toEqual([{ do: "pass", seat: 0, id }]);
  second.say({ is: "done", id, number: 3, you: [0] });
  expect(await passing).toMatchObject({ is: "done", id });
});

test("after a lost answer the command is sent again with the same id", async () => {
  const first = server.last.open(makeWhole(3));
  const passing = client.send({ do: "pass", seat: 0 });
  const [command] = first.commands;
  first.drop();
  reconnect();
  const news = makeNews(3, 4, [{ event: "passed", by: 0 }]);
  const second = server.last.open(news);
  expect(second.commands).toEqual([command]);
  const done = { is: "done", id: command?.["id"], number: 4, you: [0] };
  second.say(done, done);
  await passing;
  expect(events).toEqual(["passed"]);
});

test("a refused command rejects with its sentence", async () => {
  server.last.open(makeWhole(3));
  const passing = client.send({ do: "pass", seat: 0 });
  const id = server.last.commands[0]?.["id"];
  server.last.say({ is: "refused", id, code: "late", text: "too late" });
  await expect(passing).rejects.toMatchObject({ status: 409, code: "late", message: "too late" });
});

test("a dead connection is noticed within 10 s by players, within 50 s by spectators", () => {
  server.last.open(makeWhole(3, { you: [] }));
  vi.advanceTimersByTime(49_999);
  expect(client.connection).toBe("up");
  vi.advanceTimersByTime(1);
  expect(client.connection).toBe("down");
  reconnect();
  server.last.open(makeWhole(3, { you: [1] }));
  vi.advanceTimersByTime(10_000);
  expect(client.connection).toBe("down");
});

test("a shout carries the reaction since the stone was painted, two frames after it arrived", () => {
  server.last.open(makeWhole(3), makePlacedNews(3, 4, 9));
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  vi.advanceTimersByTime(640);
  void client.shout(0, 9).catch(() => undefined);
  expect(server.last.commands).toMatchObject([{ do: "grav", seat: 0, placement: 9, said: 640 }]);
});

test("a shout at a stone of the snapshot carries no reaction", () => {
  server.last.open(makeWhole(4, { now: makePlacedNews(3, 4, 9).now }));
  vi.advanceTimersByTime(1_000);
  void client.shout(0, 9).catch(() => undefined);
  expect(server.last.commands[0]).not.toHaveProperty("said");
});

test("the server's time is estimated from the quickest message and half the round trip", () => {
  const start = performance.now();
  server.last.open(makeWhole(3, { at: 5_000 }));
  vi.advanceTimersByTime(1_000);
  server.last.say({ is: "ping", n: 1, at: 6_030, round_trip: 40 });
  server.last.say({ is: "ping", n: 2, at: 5_900, round_trip: 40 });
  expect(client.time()).toBe(6_050);
  vi.advanceTimersByTime(500);
  expect(client.time()).toBe(6_550);
  expect(client.roundTrip).toBe(40);
  expect(performance.now() - start).toBe(1_500);
});

test("presence is the latest that was sent", () => {
  const here: Here = { is: "here", seats: [true, false], watching: 2 };
  server.last.open(makeWhole(3), here);
  expect(client.here).toEqual(here);
});

test("unknown kinds of message are ignored", () => {
  server.last.open(makeWhole(3), { is: "weather", sun: true });
  expect(client.connection).toBe("up");
});

test("a missing table is not reconnected to", () => {
  server.last.open().drop(4004);
  reconnect();
  expect(client.isMissing).toBe(true);
  expect(server.sockets).toHaveLength(1);
});

function answering(status: number, body: object): void {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));
}

test("a refused socket is asked about by HTTP: no such table", async () => {
  answering(400, { code: "invalid", text: "no" });
  server.last.drop();
  await vi.waitUntil(() => client.isMissing, { timeout: 60_000 });
  reconnect();
  expect(server.sockets).toHaveLength(1);
});

test("a refused socket is asked about by HTTP: banned", async () => {
  answering(403, { code: "banned", text: "you are banned" });
  server.last.drop();
  await vi.waitUntil(() => client.refusal, { timeout: 60_000 });
  expect(client.refusal).toMatchObject({ code: "banned", message: "you are banned" });
});

test("a table whose events cannot be read is reported, and not reconnected to", async () => {
  answering(503, { code: "table_unreadable", text: "it cannot be read" });
  server.last.open().drop(4503);
  await vi.waitUntil(() => client.refusal, { timeout: 60_000 });
  expect(client.refusal).toMatchObject({ message: "it cannot be read" });
  const before = server.sockets.length;
  reconnect();
  expect(server.sockets).toHaveLength(before);
});

test("an unreachable server is retried", async () => {
  answering(503, { code: "unavailable", text: "later" });
  server.last.drop();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(client.isMissing).toBe(false);
  expect(server.sockets.length).toBeGreaterThan(1);
});

test("another identity reconnects for a snapshot, as seats belong to the person", () => {
  const first = server.last.open(makeWhole(3, { you: [] }));
  identity.switchTo({ id: "p", name: null, guest: true, scopes: null });
  expect(first.isClosed).toBe(true);
  expect(server.last.path).toBe("/api/tables/t1/socket?lang=en");
  void client.send({ do: "sit", seat: 1 }).catch(() => undefined);
  server.last.open(makeWhole(3, { you: [] }));
  expect(server.last.commands).toMatchObject([{ do: "sit", seat: 1 }]);
});

test("after its session has ended it reconnects for a snapshot, with the current identity", () => {
  server.last.open(makeWhole(3)).drop(4401);
  reconnect();
  expect(server.last.path).toBe("/api/tables/t1/socket?lang=en");
});

test("another language reconnects without losing events", async () => {
  flushSync();
  server.last.open(makeWhole(3));
  await switchLanguage("ko");
  flushSync();
  expect(server.last.path).toBe("/api/tables/t1/socket?since=3&lang=ko");
  expect(client.connection).toBe("up");
});

test("the first observation of a draw is kept, whatever is shown later", () => {
  const settling = {
    how: "dice" as const,
    commitment: "first",
    shares: ["mine", null],
    to_act: [],
    hand: [],
    kept: [],
    proposals: [],
    accepted: [],
  };
  const later = { ...settling, commitment: "other", shares: ["changed", "theirs"] };
  server.last.open(makeWhole(3, { now: makeNow({ settling }) }));
  server.last.say(makeNews(3, 4, [], makeNow({ settling: later })), makeNews(4, 5));
  expect(client.observedDraw).toEqual({ commitment: "first", shares: ["mine", "theirs"] });
});

test("closing stops all timers", async () => {
  server.last.open(makeWhole(3), makePlacedNews(3, 4, 9));
  const passing = client.send({ do: "pass", seat: 0 });
  client.close();
  await expect(passing).rejects.toMatchObject({ code: "away" });
  expect(vi.getTimerCount()).toBe(0);
  expect(server.last.isClosed).toBe(true);
  identity.switchTo(null);
  expect(server.sockets).toHaveLength(1);
});
