import { expect, test } from "vitest";
import { stonesOf } from "../../board/points";
import { makeNow, makePosition, openWindow } from "../game.fixture";
import { possibleActionOf } from "../input/possibleAction";
import { isPickable, marksOf } from "./marks";

test("the open stone is marked, independently of its breaches", () => {
  const now = openWindow();
  const stones = stonesOf(now.position!.board);
  const marks = marksOf(now.position!, possibleActionOf(now, [1]), stones, null);
  expect(marks).toEqual([{ kind: "last", at: "b2" }]);
});

test("without help, only the user's own tap is marked in a turn", () => {
  const position = makePosition();
  const stones = stonesOf(position.board);
  const acting = possibleActionOf(makeNow(), [0]);
  expect(marksOf(position, acting, stones, null)).toEqual([]);
  expect(marksOf(position, acting, stones, { at: "a3", seat: 0 })).toEqual([
    { kind: "pending", at: "a3", seat: 0 },
  ]);
});

test("agreed help is marked: the last stone, legal points, numbers of shapes", () => {
  const position = makePosition({ last: "b2", legal: ["a3"], shapes: { a3: 2, b3: 0 } });
  const marks = marksOf(position, possibleActionOf(makeNow(), [0]), stonesOf(position.board), null);
  expect(marks).toEqual([
    { kind: "last", at: "b2" },
    { kind: "legal", at: "a3" },
    { kind: "count", at: "a3", text: "2" },
  ]);
});

test("in a penalty exactly the violator's stones can be chosen", () => {
  const may = [["remove", "resign"], ["resign"], ["resign"]];
  const now = makeNow({ phase: "penalty", violator: 2, may, board: ["2..", ".0.", "1.2"] });
  const acting = possibleActionOf(now, [0]);
  const stones = stonesOf(now.position!.board);
  const choice = (pending: { at: string; seat: number } | null) =>
    marksOf(now.position!, acting, stones, pending);
  expect(choice(null).map(({ at }) => at)).toEqual(["a3", "c1"]);
  expect(choice({ at: "c1", seat: 0 }).map(({ at }) => at)).toEqual(["c1"]);
  expect(["a3", "b2", "b3"].map((at) => isPickable(acting, stones, at, false))).toEqual([
    true,
    false,
    false,
  ]);
});

test("every empty point is pickable: legality is for the players to see", () => {
  const acting = possibleActionOf(makeNow(), [0]);
  const stones = stonesOf(makePosition().board);
  expect(["a3", "b2"].map((at) => isPickable(acting, stones, at, true))).toEqual([true, false]);
  expect(isPickable(acting, stones, "a3", false)).toBe(false);
});
