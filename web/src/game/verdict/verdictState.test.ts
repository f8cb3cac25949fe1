import { expect, test } from "vitest";
import type { PublicEvent } from "../../generated/messages";
import {
  NO_VERDICT,
  MIN_READABLE_MS,
  dismissVerdict,
  applyPublicEvent,
  expireVerdict,
  isSealDown,
  voidedStone,
  type VerdictState,
} from "./verdictState";

const DISTANCE = { rule: "distance", from: "c5", distance: 1, least: 2, most: 4 };
const JUDGED: PublicEvent = {
  event: "judged",
  placement: 7,
  winner: 1,
  entries: [{ seat: 1, elapsed: 700, round_trip: 40, said: 640, used: 640 }],
  band: [1],
  sealed: false,
};
const RIGHT: PublicEvent = {
  event: "shouted",
  by: 1,
  against: 0,
  at: "c4",
  right: true,
  breaches: [DISTANCE],
};
const WRONG: PublicEvent = { ...RIGHT, right: false, breaches: [] };
const PLACED: PublicEvent = { event: "placed", by: 2, at: "a1", declared: null, placement: 8 };

function after(...happenings: PublicEvent[]): VerdictState {
  return happenings.reduce((moments, each) => applyPublicEvent(moments, each, 1_000), NO_VERDICT);
}

test("a verdict contains the race that came just before", () => {
  const { current } = after(JUDGED, RIGHT);
  expect(current?.race).toBe(JUDGED);
  expect(after(JUDGED, RIGHT, RIGHT).current?.race).toBeNull();
});

test("a race alone shows no verdict", () => {
  expect(after(JUDGED).current).toBeNull();
});

test("two equal verdicts have different serial numbers", () => {
  expect(after(WRONG).current?.number).toBe(1);
  expect(after(WRONG, WRONG).current?.number).toBe(2);
});

test("the seal is shown for a moment, and the voided stone a little longer", () => {
  const moments = after(RIGHT);
  expect(isSealDown(moments, 1_100)).toBe(true);
  expect(isSealDown(moments, 3_000)).toBe(false);
  expect(voidedStone(moments, 3_000)).toBe(moments.current);
  expect(moments.current).toMatchObject({ at: "c4", against: 0 });
  expect(voidedStone(moments, 4_000)).toBeNull();
  expect(voidedStone(after(WRONG), 1_100)).toBeNull();
});

test("the next stone clears the drawing at once, and the text after its minimum time", () => {
  const early = after(RIGHT, PLACED);
  expect([early.drawn, early.current === null]).toEqual([false, false]);
  expect(expireVerdict(early, 1_000 + MIN_READABLE_MS).current).toBeNull();
  expect(expireVerdict(after(RIGHT), 1_000 + MIN_READABLE_MS).current).not.toBeNull();
  expect(applyPublicEvent(after(RIGHT), PLACED, 1_000 + MIN_READABLE_MS).current).toBeNull();
});

test("a removed stone is added to the verdict that is still drawn", () => {
  const removed: PublicEvent = { event: "removed", by: 1, of: 0, at: "e5" };
  expect(after(RIGHT, removed).current?.removed).toBe("e5");
  expect(after(RIGHT, PLACED, removed).current?.removed).toBeNull();
});

test("a verdict is cleared when the user dismisses it, or when the stone is taken back", () => {
  expect(dismissVerdict(after(RIGHT))).toMatchObject({ current: null, drawn: false });
  expect(after(RIGHT, { event: "taken_back", actions: 3 }).current).toBeNull();
});
