import { expect, test } from "vitest";
import { makeNow, openWindow } from "../game.fixture";
import { possibleActionOf } from "../input/possibleAction";
import { deadlineOf, expiringWait, fractionLeft, secondsToAnnounce } from "./deadlines";

test("a window has a deadline if one was agreed; a turn has its clock", () => {
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

test("the remaining time is announced at 30 and 10 seconds, once each", () => {
  expect(secondsToAnnounce(30_100, 29_900)).toBe(30);
  expect(secondsToAnnounce(29_900, 29_700)).toBeNull();
  expect(secondsToAnnounce(10_001, 10_000)).toBe(10);
  expect(secondsToAnnounce(31_000, 9_000)).toBe(10);
  expect(secondsToAnnounce(15_000, 0)).toBeNull();
});

test("the user is warned of their own clock, or of a deadline for their own action", () => {
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

test("the fraction left is limited to the range from 1 to 0", () => {
  expect([5_000, 12_500, 20_000, 25_000].map((time) => fractionLeft(20_000, 15_000, time))).toEqual(
    [1, 0.5, 0, 0],
  );
});
