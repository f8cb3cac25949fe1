import { expect, test } from "vitest";
import { possibleActionOf, moverNow, seatsToAct, seatsInGame } from "./possibleAction";
import { NO_ANSWERS, withAnswer, withoutAnswer } from "./ownAnswers";
import { makeNow, openWindow } from "../game.fixture";

test("the seat on turn may place and pass, the others wait for it", () => {
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

test("a bonus turn that cannot be passed has no pass", () => {
  const now = makeNow({ on_bonus_turn: true, may: [["place", "resign"], ["resign"], ["resign"]] });
  expect(moverNow(possibleActionOf(now, [0]), null)).toEqual({
    seat: 0,
    canPlace: true,
    canPass: false,
  });
});

test("on a full board only the pass is left", () => {
  const now = makeNow({ may: [["pass", "resign"], ["resign"], ["resign"]] });
  expect(moverNow(possibleActionOf(now, [0]), null)).toEqual({
    seat: 0,
    canPlace: false,
    canPass: true,
  });
});

test("before the first stone any own seat may begin; the chosen one does", () => {
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

test("an open stone waits for the seats that have not answered", () => {
  const acting = possibleActionOf(openWindow(), [1]);
  expect(acting.kind === "answer" && acting.seats).toEqual([1]);
  expect(possibleActionOf(openWindow({ awaiting: [2] }), [1]).kind).toBe("wait");
});

test("a seat that is certainly next may answer by placing", () => {
  const may = [["resign"], ["accept", "grav", "place", "pass", "resign"], ["resign"]];
  const acting = possibleActionOf(openWindow({ awaiting: [1] }, may), [1]);
  expect(acting.kind === "answer" && acting.mover?.seat).toBe(1);
  const other = possibleActionOf(openWindow(), [1]);
  expect(other.kind === "answer" && other.mover).toBeNull();
});

test("after a shout the user waits for the verdict, even while the server still awaits the answer", () => {
  const answers = withAnswer(NO_ANSWERS, 7, 1, "shout");
  const acting = possibleActionOf(openWindow(), [1], answers);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual(["shout", [2]]);
});

test("a shout answers only its own placement", () => {
  const answers = withAnswer(NO_ANSWERS, 6, 1, "shout");
  expect(possibleActionOf(openWindow(), [1], answers).kind).toBe("answer");
  const both = withAnswer(answers, 7, 2, "accept");
  expect(both.bySeat.has(1)).toBe(false);
});

test("a refused answer can be given again", () => {
  const answers = withoutAnswer(withAnswer(NO_ANSWERS, 7, 1, "accept"), 7, 1);
  expect(possibleActionOf(openWindow(), [1], answers).kind).toBe("answer");
});

test("an accepted stone is shown as answered while others think", () => {
  const answers = withAnswer(NO_ANSWERS, 7, 1, "accept");
  const acting = possibleActionOf(openWindow({ awaiting: [2] }), [1], answers);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual(["accept", [2]]);
});

test("sealed answers count as given, whatever they are", () => {
  const acting = possibleActionOf(openWindow({ answered: [1] }), [1]);
  expect(acting.kind === "answered" && [acting.answer, acting.waited]).toEqual([null, [2]]);
});

test("the owner of the open stone waits, and does not answer it", () => {
  const acting = possibleActionOf(openWindow(), [0]);
  expect(acting.kind === "own" && acting.waited).toEqual([1, 2]);
});

test("on one device all seats but the placer's answer, until each has", () => {
  const all = possibleActionOf(openWindow(), [0, 1, 2]);
  expect(all.kind === "answer" && all.seats).toEqual([1, 2]);
  const shouted = possibleActionOf(openWindow(), [0, 1, 2], withAnswer(NO_ANSWERS, 7, 1, "shout"));
  expect(shouted.kind === "answer" && shouted.seats).toEqual([2]);
});

test("after a right shout the shouter removes a stone of the violator", () => {
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

test("after the end nobody can act, and no seat is waited for", () => {
  const now = makeNow({ phase: "over", to_move: null, may: [[], [], []] }, { stage: "over" });
  expect(possibleActionOf(now, [0])).toEqual({ kind: "over" });
  expect(seatsToAct(now)).toEqual([]);
  expect(seatsInGame(now, [0])).toEqual([]);
});

test("the seats to act are those that are waited for: in a window all that have not answered", () => {
  expect(seatsToAct(makeNow())).toEqual([0]);
  expect(seatsToAct(openWindow({ answered: [1] }))).toEqual([2]);
});
