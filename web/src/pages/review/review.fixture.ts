/** For tests: a small game, written by hand. */
import type { Position, Review, ReviewStep, Truth } from "../../generated/messages";

export function position(change: Partial<Position> = {}): Position {
  return {
    phase: "turn",
    to_move: 0,
    violator: null,
    order: [0, 1],
    board: ["...", "...", "..."],
    bonus_turns: 0,
    on_bonus_turn: false,
    skips: [0, 0],
    passed: [],
    stones: [0, 0],
    resigned: [],
    window: null,
    ended: null,
    ranking: null,
    may: [["place", "resign"], ["resign"]],
    ...change,
  };
}

export function truth(change: Partial<Truth> = {}): Truth {
  return {
    move: 1,
    at: "a1",
    declared: 0,
    breaches: [],
    shapes: 0,
    completed: [],
    bonus: 0,
    on_bonus_turn: false,
    outcome: "stood",
    called: null,
    asked: [1],
    missed: [],
    ...change,
  };
}

export const TOO_NEAR = { rule: "distance", from: "a1", distance: 1, least: 2, most: 4 };

function step(number: number, change: Partial<ReviewStep>): ReviewStep {
  return {
    number,
    by: 0,
    action: {},
    position: position(),
    truth: null,
    refused: null,
    comment: null,
    ...change,
  };
}

/**
 * a1 is legal; a2 is too near, shouted at, and no stone can be removed; then b3, a pass, and a
 * refused action.
 */
export function game(): Review {
  const one = ["...", "...", "0.."];
  const steps = [
    step(1, {
      action: { do: "place", by: 0, at: "a1" },
      position: position({ board: one, last: "a1" }),
      truth: truth(),
    }),
    step(2, {
      by: 1,
      action: { do: "accept", by: 1 },
      position: position({ board: one, to_move: 1, last: "a1" }),
    }),
    step(3, {
      by: 1,
      action: { do: "place", by: 1, at: "a2" },
      position: position({ board: ["...", "1..", "0.."], last: "a1" }),
      truth: truth({
        move: 2,
        at: "a2",
        breaches: [TOO_NEAR],
        outcome: "voided",
        called: { by: 0, right: true },
        asked: [0],
      }),
    }),
    step(4, {
      action: { do: "grav", by: 0 },
      position: position({ phase: "penalty", violator: 1, board: one, last: "a1" }),
    }),
    step(5, {
      action: { do: "place", by: 0, at: "b3", declare: 1 },
      position: position({ board: [".0.", "...", "0.."], last: "b3" }),
      truth: truth({
        move: 3,
        at: "b3",
        declared: 1,
        shapes: 2,
        bonus: 1,
        completed: [
          { centre: "b2", stones: 2, points: ["a1", "c3"] },
          { centre: "a2", stones: 4, points: ["a1", "a3", "b1", "b3"] },
        ],
      }),
    }),
    step(6, { by: 1, action: { do: "accept", by: 1 } }),
    step(7, { by: 1, action: { do: "pass", by: 1 } }),
    step(8, {
      by: 1,
      action: { do: "place", by: 1, at: "a1" },
      refused: { code: "occupied", text: "there is a stone on a1" },
    }),
  ];
  return {
    table: "t1",
    name: null,
    date: null,
    place: null,
    remark: null,
    rules: { size: 3, players: 2, a: 3, b: 2, c: 2, d: 2, e: 4, edition: "revised" },
    setting: null,
    players: [
      { kind: "person", name: "Mina", level: null },
      { kind: "bot", name: null, level: 6 },
    ],
    result: { ended: null, ranking: null, stones: [2, 0] },
    races: [],
    start: position(),
    steps,
    moments: [
      moment("right_shout", 4, 3, 0),
      { ...moment("undeclared", 5, 5, 0), shapes: 2, declared: 1 },
    ],
  };
}

function moment(kind: Review["moments"][number]["kind"], step: number, placed: number, by: number) {
  return { kind, step, placed, by, seats: [], shapes: null, declared: null, length: null };
}
