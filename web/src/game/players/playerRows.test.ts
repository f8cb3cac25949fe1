import { expect, test } from "vitest";
import type { Here } from "../../generated/messages";
import { makeNow } from "../game.fixture";
import { playerRows, rankingRows } from "./playerRows";

test("players are listed in the order of play, with turns to skip, presence and whose turn it is", () => {
  const here: Here = { is: "here", seats: [true, false, true], watching: 0 };
  const now = makeNow({ order: [1, 2, 0], to_move: 2, skips: [0, 1, 0], resigned: [0] });
  expect(playerRows(now, here)).toMatchObject([
    { seat: 1, skips: 1, present: false, turn: false, resigned: false },
    { seat: 2, present: true, turn: true },
    { seat: 0, resigned: true },
  ]);
  expect(playerRows(makeNow({ order: null }), null).map(({ seat }) => seat)).toEqual([0, 1, 2]);
});

test("the ranking starts with the best", () => {
  const now = makeNow({ ranking: [2, 0, 1], stones: [4, 3, 4] }, { stage: "over" });
  expect(rankingRows(now)).toEqual([
    { seat: 2, stones: 4, place: 1 },
    { seat: 0, stones: 4, place: 2 },
    { seat: 1, stones: 3, place: 3 },
  ]);
});
