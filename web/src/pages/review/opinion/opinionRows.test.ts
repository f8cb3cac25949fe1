import { beforeAll, expect, test } from "vitest";
import { loadTextGroup, switchLanguage } from "../../../text/say.svelte";
import { opinionMarks, opinionRows, formatOpinion } from "./opinionRows";

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("review");
});

test("moves are ranked, with win rates for the seat to move, and marked on their points", () => {
  const candidate = { declare: 0, visits: 9, stones: null, winner: null };
  const opinion = {
    to_move: 1,
    bonus_turns: 0,
    simulations: 20,
    share: 1,
    proven: false,
    done: true,
    best: [
      {
        ...candidate,
        at: "b2",
        declare: 1,
        wins: [0.25, 0.75],
        line: [
          { by: 1, at: "b2", declare: 1 },
          { by: 1, at: null, declare: 0 },
        ],
      },
      { ...candidate, at: null, wins: null, line: [] },
      { ...candidate, at: "b2", wins: [1, 0], line: [] },
    ],
  };
  expect(opinionRows(opinion).map(({ move, percent }) => [move, percent])).toEqual([
    ["b2 +1", 75],
    ["Pass", null],
    ["b2", 0],
  ]);
  expect(opinionRows(opinion)[0]?.line).toEqual([{ seat: 1, text: "Pass" }]);
  expect(opinionMarks(opinion)).toEqual([{ kind: "count", at: "b2", text: "1" }]);
  const name = (seat: number) => `P${seat}`;
  expect(formatOpinion(opinion, name)).toContain("b2 +1");
  expect(formatOpinion({ ...opinion, best: [] }, name)).toBe("It has no opinion.");
});
