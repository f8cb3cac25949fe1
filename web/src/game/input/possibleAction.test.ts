import { expect, test } from "vitest";
import { possibleActionOf, moverNow, seatsToAct, seatsInGame } from "./possibleAction";
import { NO_ANSWERS, withAnswer, withoutAnswer } from "./ownAnswers";
import { makeNow, openWindow } from "../game.fixture";

test("whose turn it is may place and pass, the others wait for them", () => {
  const mine = possibleActionOf(makeNow(), [0]);
  expect(mine).toEqual({
    kind: "place",
    movers: [{ seat: 0, canPlace: true, canPass: true }],
    opening: false,
  });
  expect(possibleActionOf(makeNow(), [1])).toEqual({
    kind: "wait",
    phase: "turn",
    waited: [0],
    window: null,
  });
  expect(possibleActionOf(makeNow(), []).kind).toBe("wait");
});

test("a bonus turn that cannot be passed offers no pass", () => {
  const now = makeNow({ on_bonus_turn: true, may: [["place", "resign"], ["resign"], ["resign"]] });
  expect(moverNow(possibleActionOf(now, [0]), null)).toEqual({
    seat: 0,
    canPlace: true,
    canPass: false,
  });
});

test("a full board leaves the pass alone", () => {
  const now = makeNow({ may: [["pass", "resign"], ["resign"], ["resign"]] });
  expect(moverNow(possibleActionOf(now, [0]), null)).toEqual({
    seat: 0,
    canPlace: false,
    canPass: true,
  });
});

test("before the first stone any of one's seats may begin, and the chosen one does", () => {
  const may = [
    ["place", "resign"],
    ["place", "resign"],
    ["place", "resign"],
  ];
  const acting = possibleActionOf(
    makeNow({ phase: "opening", to_move: null, order: null, may }),
    [1, 2],
  );
  expect(acting.kind === "place" && acting.opening).toBe(true);
  expect(moverNow(acting, null)?.seat).toBe(1);
  expect(moverNow(acting, 2)?.seat).toBe(2);
  expect(moverNow(acting, 0)?.seat).toBe(1);
});

test("an open stone waits for those who have not answered", () => {
  const acting = possibleActionOf(openWindow(), [1]);
  expect(acting.kind === "answer" && acting.seats).toEqual([1]);
  expect(possibleActionOf(openWindow({ awaiting: [2] }), [1]).kind).toBe("wait");
});

test("whoever is plainly next may answer by placing", () => {
  const may = [["resign"], ["accept", "grav", "place", "pass", "resign"], ["resign"]];
  const acting = possibleActionOf(openWindow({ awaiting: [1] }, may), [1]);
  expect(acting.kind === "answer" && acting.mover?.seat).toBe(1);
  const other = possibleActionOf(openWindow(), [1]);
  expect(other.kind === "answer" && other.mover).toBeNull();
});

test("after a shout one waits for the verdict, though the server still awaits one's answer", () => {
  const answers = withAnswer(NO_ANSWERS, 7, 1, "shout");
  const acting = possibleActionOf(openWindow(), [1], answers);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual(["shout", [2]]);
});

test("a shout at one stone does not answer the next", () => {
  const answers = withAnswer(NO_ANSWERS, 6, 1, "shout");
  expect(possibleActionOf(openWindow(), [1], answers).kind).toBe("answer");
  const both = withAnswer(answers, 7, 2, "accept");
  expect(both.bySeat.has(1)).toBe(false);
});

test("a refused answer can be given again", () => {
  const answers = withoutAnswer(withAnswer(NO_ANSWERS, 7, 1, "accept"), 7, 1);
  expect(possibleActionOf(openWindow(), [1], answers).kind).toBe("answer");
});

test("an accepted stone is told as answered while others think", () => {
  const answers = withAnswer(NO_ANSWERS, 7, 1, "accept");
  const acting = possibleActionOf(openWindow({ awaiting: [2] }), [1], answers);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual(["accept", [2]]);
});

test("sealed answers count as in, whatever they say", () => {
  const acting = possibleActionOf(openWindow({ answered: [1] }), [1]);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual([null, [2]]);
});

test("one's own stone is waited for, and nobody answers it for oneself", () => {
  const acting = possibleActionOf(openWindow(), [0]);
  expect(acting.kind === "own" && acting.waited).toEqual([1, 2]);
});

test("on one device all seats but the placer's answer, until each has", () => {
  const all = possibleActionOf(openWindow(), [0, 1, 2]);
  expect(all.kind === "answer" && all.seats).toEqual([1, 2]);
  const shouted = possibleActionOf(openWindow(), [0, 1, 2], withAnswer(NO_ANSWERS, 7, 1, "shout"));
  expect(shouted.kind === "answer" && shouted.seats).toEqual([2]);
});

test("after a right shout the shouter removes a stone of the violator's", () => {
  const now = makeNow({
    phase: "penalty",
    to_move: 1,
    violator: 2,
    may: [["resign"], ["remove", "resign"], ["resign"]],
  });
  expect(possibleActionOf(now, [1])).toEqual({ kind: "remove", seat: 1, violator: 2 });
  expect(possibleActionOf(now, [2])).toEqual({
    kind: "wait",
    phase: "penalty",
    waited: [1],
    window: null,
  });
});

test("when it is over nobody acts and nobody is waited for", () => {
  const now = makeNow({ phase: "over", to_move: null, may: [[], [], []] }, { stage: "over" });
  expect(possibleActionOf(now, [0])).toEqual({ kind: "over" });
  expect(seatsToAct(now)).toEqual([]);
  expect(seatsInGame(now, [0])).toEqual([]);
});

test("outlined is who is waited for: in a window all who have not answered", () => {
  expect(seatsToAct(makeNow())).toEqual([0]);
  expect(seatsToAct(openWindow({ answered: [1] }))).toEqual([2]);
});
