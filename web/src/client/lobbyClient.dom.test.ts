import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableRow } from "../generated/messages";
import { speak } from "../text/say.svelte";
import { FakeServer } from "./connection/fakeServer";
import { LobbyClient } from "./lobbyClient.svelte";

let server: FakeServer;
let lobby: LobbyClient;

beforeEach(async () => {
  await speak("en");
  vi.useFakeTimers();
  server = new FakeServer();
  lobby = new LobbyClient(server.connect);
  lobby.open();
});

afterEach(() => {
  lobby.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function row(table: string, stage: TableRow["stage"], changed: number): TableRow {
  return { table, stage, settings: {}, chairs: [], created: 0, changed, slow: false };
}

function change(...parts: Parameters<typeof row>): object {
  return { is: "lobby_change", row: row(...parts) };
}

function ids(rows: readonly TableRow[]): string[] {
  return rows.map(({ table }) => table);
}

const LISTS = {
  is: "lobby",
  open: [row("a", "gathering", 2), row("b", "gathering", 1)],
  running: [row("c", "playing", 1)],
};

test("before the lists have come nothing is known", () => {
  expect([lobby.known, lobby.open_, lobby.line]).toEqual([false, [], "connecting"]);
  server.last.open(LISTS);
  expect([lobby.known, lobby.line]).toEqual([true, "up"]);
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([["a", "b"], ["c"]]);
});

test("a table moves when its game begins, and goes when it is over", () => {
  server.last.open(LISTS, change("b", "settling", 5));
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([["a"], ["b", "c"]]);
  server.last.say(change("c", "over", 6), change("a", "closed", 7));
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([[], ["b"]]);
});

test("the latest is first, and there are 50 at most", () => {
  server.last.open(LISTS);
  for (let n = 0; n < 60; n++) server.last.say(change(`t${n}`, "gathering", 10 + n));
  expect(lobby.open_).toHaveLength(50);
  expect(lobby.open_[0]?.table).toBe("t59");
});

test("a change that came before the lists counts after them", () => {
  server.last.open(change("d", "gathering", 9), LISTS);
  expect(ids(lobby.open_)).toEqual(["d", "a", "b"]);
});

test("after a reconnection the lists are new; until they come the old ones stay", () => {
  server.last.open(LISTS).drop();
  vi.advanceTimersByTime(4_000);
  expect(ids(lobby.open_)).toEqual(["a", "b"]);
  server.last.open({ is: "lobby", open: [], running: [] });
  expect(lobby.open_).toEqual([]);
});
