/** What is shown around the game: players, marks, waits, what is asked. */
import { expect, test } from "vitest";
import { stonesOf } from "../board/points";
import { declaresBonusTurns } from "../client/tableSettings";
import type { Here } from "../generated/messages";
import { possibleActionOf } from "./input/possibleAction";
import {
  seatsAskedForTakeback,
  lastPlacer,
  canBeClaimed,
  takebackSeat,
} from "./input/consentRequests";
import { isPickable, marksOf } from "./board/marks";
import { ownSeat } from "./players/playerNames";
import { playerRows, rankingRows } from "./players/playerRows";
import { edgesOf, seatsAt } from "./players/seatEdges";
import { makeAddressee, makeNow, openWindow, makePosition } from "./game.fixture";
import { secondsToAnnounce, deadlineOf, expiringWait, fractionLeft } from "./players/deadlines";
import { formatWaiting } from "./input/waitingText";

test("players stand in the order of play, with what they owe and who is waited for", () => {
  const here: Here = { is: "here", seats: [true, false, true], watching: 0 };
  const now = makeNow({ order: [1, 2, 0], to_move: 2, skips: [0, 1, 0], resigned: [0] });
  expect(playerRows(now, here)).toMatchObject([
    { seat: 1, skips: 1, present: false, turn: false, resigned: false },
    { seat: 2, present: true, turn: true },
    { seat: 0, resigned: true },
  ]);
  expect(playerRows(makeNow({ order: null }), null).map(({ seat }) => seat)).toEqual([0, 1, 2]);
});

test("the ranking is told from the best", () => {
  const now = makeNow({ ranking: [2, 0, 1], stones: [4, 3, 4] }, { stage: "over" });
  expect(rankingRows(now)).toEqual([
    { seat: 2, stones: 4, place: 1 },
    { seat: 0, stones: 4, place: 2 },
    { seat: 1, stones: 3, place: 3 },
  ]);
});

test("the open stone is marked, the same whatever it breaks", () => {
  const now = openWindow();
  const stones = stonesOf(now.position!.board);
  const marks = marksOf(now.position!, possibleActionOf(now, [1]), stones, null);
  expect(marks).toEqual([{ kind: "last", at: "b2" }]);
});

test("without help nothing but one's own tap is marked in a turn", () => {
  const position = makePosition();
  const stones = stonesOf(position.board);
  const acting = possibleActionOf(makeNow(), [0]);
  expect(marksOf(position, acting, stones, null)).toEqual([]);
  expect(marksOf(position, acting, stones, { at: "a3", seat: 0 })).toEqual([
    { kind: "pending", at: "a3", seat: 0 },
  ]);
});

test("agreed help is marked: the last stone, legal points, shapes", () => {
  const position = makePosition({ last: "b2", legal: ["a3"], shapes: { a3: 2, b3: 0 } });
  const marks = marksOf(position, possibleActionOf(makeNow(), [0]), stonesOf(position.board), null);
  expect(marks).toEqual([
    { kind: "last", at: "b2" },
    { kind: "legal", at: "a3" },
    { kind: "count", at: "a3", text: "2" },
  ]);
});

test("in a penalty the violator's stones are to choose from, and they alone", () => {
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

test("a stone can be placed on every empty point: what is legal the players have to see", () => {
  const acting = possibleActionOf(makeNow(), [0]);
  const stones = stonesOf(makePosition().board);
  expect(["a3", "b2"].map((at) => isPickable(acting, stones, at, true))).toEqual([true, false]);
  expect(isPickable(acting, stones, "a3", false)).toBe(false);
});

test("bonus turns are declared as the edition has it, or as the table departs from it", () => {
  expect(declaresBonusTurns({ edition: "revised" })).toBe(true);
  expect(declaresBonusTurns({ edition: "classic" })).toBe(false);
  expect(declaresBonusTurns({ edition: "classic", bonus: "declared" })).toBe(true);
  expect(declaresBonusTurns({ edition: "revised", bonus: "granted" })).toBe(false);
});

test("who has one seat online is “you”; who shares a device, or watches, is not", () => {
  expect(ownSeat([1], undefined)).toBe(1);
  expect(ownSeat([1], "device")).toBeNull();
  expect(ownSeat([0, 1], "online")).toBeNull();
  expect(ownSeat([], "online")).toBeNull();
});

test("all are asked for a stone back but who asks, who agrees and who has resigned", () => {
  const now = makeNow({ resigned: [2] }, { takeback: { by: 0, agreed: [0] } });
  expect([0, 1, 2].map((seat) => seatsAskedForTakeback(now, [seat]))).toEqual([[], [1], []]);
  expect(seatsAskedForTakeback(now, [0, 1])).toEqual([]);
});

test("the last stone can be asked back by whose it is, until somebody resigns", () => {
  const actions = [
    { do: "place", by: 0 },
    { do: "accept", by: 1 },
    { do: "place", by: 1 },
    { do: "grav", by: 0 },
  ];
  expect(lastPlacer(actions)).toBe(1);
  expect(lastPlacer([...actions, { do: "resign", by: 2 }])).toBeNull();
  expect(lastPlacer([])).toBeNull();
  expect(takebackSeat(makeNow(), [1], 1)).toBe(1);
  expect(takebackSeat(makeNow(), [0], 1)).toBeNull();
  expect(takebackSeat(makeNow({}, { takeback: { by: 1, agreed: [1] } }), [1], 1)).toBeNull();
});

test("only people who are away, where no clock decides, may be gone", () => {
  const here: Here = { is: "here", seats: [true, false, true], watching: 0 };
  const guest = { kind: "guest", name: null, level: null } as const;
  const gone = (seat: number, settings = {}, chair: Parameters<typeof canBeClaimed>[1] = guest) =>
    canBeClaimed(seat, chair, makeNow(), here, settings, true);
  expect([gone(0), gone(1)]).toEqual([false, true]);
  expect(gone(1, { clock: { kind: "per_move", seconds: 30 } })).toBe(false);
  expect(gone(1, {}, { kind: "bot", name: null, level: 3 })).toBe(false);
  expect(canBeClaimed(1, guest, makeNow(), here, {}, false)).toBe(false);
});

test("a window has a deadline where one was agreed, a turn has its clock", () => {
  const clock = { kind: "per_move", seconds: 30 } as const;
  const open = { ...openWindow(), ends: 20_000 };
  expect(deadlineOf(open, { clock })).toEqual({ ends: 20_000, length: 15_000 });
  expect(deadlineOf(open, { window: 40 })).toEqual({ ends: 20_000, length: 40_000 });
  expect(deadlineOf(open, {})).toBeNull();
  expect(deadlineOf(makeNow({}, { ends: 20_000 }), { clock })).toBeNull();
  const penalty = makeNow({ phase: "penalty" }, { ends: 20_000 });
  expect(deadlineOf(penalty, { clock })).toEqual({ ends: 20_000, length: null });
  expect(deadlineOf(penalty, {})).toBeNull();
});

test("time is called at 30 and 10 seconds, once each", () => {
  expect(secondsToAnnounce(30_100, 29_900)).toBe(30);
  expect(secondsToAnnounce(29_900, 29_700)).toBeNull();
  expect(secondsToAnnounce(10_001, 10_000)).toBe(10);
  expect(secondsToAnnounce(31_000, 9_000)).toBe(10);
  expect(secondsToAnnounce(15_000, 0)).toBeNull();
});

test("what runs out for somebody is their clock, or the wait that is for them", () => {
  const clock = { left: [50_000, 50_000, 50_000], running: 0, since: 1_000 };
  const now = makeNow({}, { clock });
  expect(expiringWait(now, {}, possibleActionOf(now, [0]), [0], 11_000)?.left).toBe(40_000);
  expect(expiringWait(now, {}, possibleActionOf(now, [1]), [1], 11_000)).toBeNull();
  const open = { ...openWindow(), ends: 20_000 };
  expect(expiringWait(open, { window: 15 }, possibleActionOf(open, [1]), [1], 11_000)?.left).toBe(
    9_000,
  );
  expect(expiringWait(open, { window: 15 }, possibleActionOf(open, [0]), [0], 11_000)).toBeNull();
});

test("a bar drains from full to empty and never beyond", () => {
  expect([5_000, 12_500, 20_000, 25_000].map((time) => fractionLeft(20_000, 15_000, time))).toEqual(
    [1, 0.5, 0, 0],
  );
});

test("all sit around the device clockwise, each at an edge", () => {
  expect(edgesOf(2, false)).toEqual(["bottom", "top"]);
  for (const seats of [2, 3, 4, 5, 6]) {
    for (const narrow of [true, false]) {
      const edges = edgesOf(seats, narrow);
      const around = (["bottom", "left", "top", "right"] as const).flatMap((edge) => {
        const shown = seatsAt(edge, edges);
        return edge === "bottom" || edge === "left" ? [...shown].reverse() : shown;
      });
      expect(around).toEqual(Array.from({ length: seats }, (_, seat) => seat));
    }
  }
  expect(edgesOf(5, true).filter((edge) => edge === "bottom")).toHaveLength(3);
});

test("who has shouted is told so, and not that they were right or first", () => {
  const open = openWindow();
  const answers = { placement: 7, bySeat: new Map([[1, "shout" as const]]) };
  const acting = possibleActionOf(open, [1], answers);
  const told =
    acting.kind === "answered" && formatWaiting(acting, open.position!, makeAddressee(1));
  expect(told).toEqual({ heading: "game.you_shouted", more: "game.waiting_for players=P3" });
  const alone = openWindow({ awaiting: [1] });
  const last = possibleActionOf(alone, [1], answers);
  expect(
    last.kind === "answered" && formatWaiting(last, alone.position!, makeAddressee(1)).more,
  ).toBe("game.verdict_comes");
});

test("others are told whose turn it is, with bonus turns that are still to come", () => {
  const position = makePosition({ on_bonus_turn: true, bonus_turns: 2 });
  const acting = possibleActionOf(makeNow(position), [1]);
  expect(acting.kind === "wait" && formatWaiting(acting, position, makeAddressee(1))).toEqual({
    heading: "event.bonus_turn player=P1",
    more: "game.bonus_to_come count=2",
  });
});
