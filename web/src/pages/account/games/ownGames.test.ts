import { expect, test } from "vitest";
import { Problem } from "../../../client/api";
import type { Chair, TableRow } from "../../../generated/messages";
import { gamePath, OwnGames, ownSeats, excludeRows, type GamesSource } from "./ownGames.svelte";

function row(table: string, stage: TableRow["stage"] = "playing"): TableRow {
  return { table, stage, settings: {}, chairs: [], created: 1, changed: 2, slow: false };
}

/** A fake source with two pages of games. */
class Fake implements GamesSource {
  asked: (string | null)[] = [];
  waiting = [row("b")];
  pages: Record<string, { tables: TableRow[]; next: string | null }> = {
    start: { tables: [row("a"), row("b"), row("c", "over")], next: "2:c" },
    "2:c": { tables: [row("c", "over"), row("d", "over")], next: null },
  };

  async games(before: string | null) {
    this.asked.push(before);
    const page = this.pages[before ?? "start"];
    if (!page) throw new Problem(0, "away", "away");
    return page;
  }

  async gamesToAct() {
    return this.waiting;
  }
}

const ids = (rows: readonly TableRow[]) => rows.map((each) => each.table);

test("games that wait for the user come first, and are listed once", async () => {
  const games = new OwnGames(new Fake());
  expect(games.listed).toBeNull();
  await games.load();
  expect(ids(games.waiting)).toEqual(["b"]);
  expect(ids(games.others)).toEqual(["a", "c"]);
});

test("pages are appended to the end, and a row that has moved is listed once", async () => {
  const source = new Fake();
  const games = new OwnGames(source);
  await games.load();
  await games.loadMore();
  expect(ids(games.others)).toEqual(["a", "c", "d"]);
  expect(games.next).toBeNull();
  await games.loadMore();
  expect(source.asked).toEqual([null, "2:c"]);
});

test("after a failed request the list stays, with the problem", async () => {
  const source = new Fake();
  const games = new OwnGames(source);
  await games.load();
  delete source.pages["2:c"];
  await games.loadMore();
  expect(games.problem?.code).toBe("away");
  expect(ids(games.others)).toEqual(["a", "c"]);
  await games.load();
  expect(games.problem).toBeNull();
});

test("only one request is in progress at a time", async () => {
  const source = new Fake();
  const games = new OwnGames(source);
  await games.load();
  await Promise.all([games.loadMore(), games.loadMore()]);
  expect(source.asked).toEqual([null, "2:c"]);
});

test("the path of a finished game is its review, of any other its table", () => {
  expect(gamePath(row("x", "over"))).toBe("/review/x");
  expect(gamePath(row("x", "gathering"))).toBe("/table/x");
  expect(gamePath(row("x", "closed"))).toBe("/table/x");
});

test("excludeRows removes the rows of the other list", () => {
  expect(ids(excludeRows([row("a"), row("b")], [row("b")]))).toEqual(["a"]);
});

test("own seats are found by name; a guest's seat only if there is one guest", () => {
  const maru: Chair = { kind: "person", name: "Maru", level: null };
  const guest: Chair = { kind: "guest", name: null, level: null };
  const bot: Chair = { kind: "bot", name: null, level: 3 };
  expect(ownSeats([bot, maru], { name: "Maru" })).toEqual([1]);
  expect(ownSeats([bot, maru], { name: "Haru" })).toEqual([]);
  expect(ownSeats([guest, bot], { name: null })).toEqual([0]);
  expect(ownSeats([guest, guest], { name: null })).toEqual([]);
  expect(ownSeats([guest, bot], null)).toEqual([]);
});
