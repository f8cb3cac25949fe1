import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableRow } from "../generated/messages";
import { switchLanguage } from "../text/say.svelte";
import { FakeServer } from "./connection/fakeServer";
import { LobbyClient } from "./lobbyClient.svelte";

let server: FakeServer;
let lobby: LobbyClient;

beforeEach(async () => {
  await switchLanguage("en");
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

test("nothing is known before the lists have arrived", () => {
  expect([lobby.known, lobby.open_, lobby.connection]).toEqual([false, [], "connecting"]);
  server.last.open(LISTS);
  expect([lobby.known, lobby.connection]).toEqual([true, "up"]);
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([["a", "b"], ["c"]]);
});

test("a table moves to the other list when its game begins, and is removed when it is over", () => {
  server.last.open(LISTS, change("b", "settling", 5));
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([["a"], ["b", "c"]]);
  server.last.say(change("c", "over", 6), change("a", "closed", 7));
  expect([ids(lobby.open_), ids(lobby.running)]).toEqual([[], ["b"]]);
});

test("the latest row comes first, and there are at most 50", () => {
  server.last.open(LISTS);
  for (let n = 0; n < 60; n++) server.last.say(change(`t${n}`, "gathering", 10 + n));
  expect(lobby.open_).toHaveLength(50);
  expect(lobby.open_[0]?.table).toBe("t59");
});

test("a change that arrived before the lists is applied to them", () => {
  server.last.open(change("d", "gathering", 9), LISTS);
  expect(ids(lobby.open_)).toEqual(["d", "a", "b"]);
});

test("the old lists stay after a reconnection until new ones arrive", () => {
  server.last.open(LISTS).drop();
  vi.advanceTimersByTime(4_000);
  expect(ids(lobby.open_)).toEqual(["a", "b"]);
  server.last.open({ is: "lobby", open: [], running: [] });
  expect(lobby.open_).toEqual([]);
});
