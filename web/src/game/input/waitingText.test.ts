import { expect, test } from "vitest";
import { makeAddressee, makeNow, makePosition, openWindow } from "../game.fixture";
import { possibleActionOf } from "./possibleAction";
import { formatWaiting } from "./waitingText";

test("a shouter is told that they have shouted, but not whether they were right or first", () => {
  const open = openWindow();
  const answers = { placement: 7, bySeat: new Map([[1, "shout" as const]]) };
  const acting = possibleActionOf(open, [1], answers);
  const text =
    acting.kind === "answered" && formatWaiting(acting, open.position!, makeAddressee(1));
  expect(text).toEqual({ heading: "game.you_shouted", more: "game.waiting_for players=P3" });
  const alone = openWindow({ awaiting: [1] });
  const last = possibleActionOf(alone, [1], answers);
  expect(
    last.kind === "answered" && formatWaiting(last, alone.position!, makeAddressee(1)).more,
  ).toBe("game.verdict_comes");
});

test("others are told whose turn it is, and how many bonus turns follow", () => {
  const position = makePosition({ on_bonus_turn: true, bonus_turns: 2 });
  const acting = possibleActionOf(makeNow(position), [1]);
  expect(acting.kind === "wait" && formatWaiting(acting, position, makeAddressee(1))).toEqual({
    heading: "event.bonus_turn player=P1",
    more: "game.bonus_to_come count=2",
  });
});
