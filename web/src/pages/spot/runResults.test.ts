import { expect, it } from "vitest";
import { formatSeconds, medianReaction, scoresByRule } from "./runResults";
import type { SpotAnswer } from "./run";
import { BREACH, FINE } from "./spots.fixture";

function given(spot: typeof FINE, right: boolean, reaction = 0): SpotAnswer {
  return { spot, right, shouted: right !== spot.fine, reaction };
}

it("a stone counts for every rule that it breaks; legal stones are counted separately", () => {
  expect(scoresByRule([given(BREACH, true), given(BREACH, false), given(FINE, true)])).toEqual([
    { what: "continuity", right: 1, total: 2 },
    { what: "distance", right: 1, total: 2 },
    { what: "fine", right: 1, total: 1 },
  ]);
});

it("the median is the middle value, or the mean of the two in the middle", () => {
  const of = (...all: number[]) => medianReaction(all.map((ms) => given(FINE, true, ms)));
  expect(of()).toBeNull();
  expect(of(900)).toBe(900);
  expect(of(3000, 1000, 10_000)).toBe(3000);
  expect(of(4000, 1000, 2000, 9000)).toBe(3000);
});

it("reactions are formatted in tenths of a second", () => {
  expect(formatSeconds(1449)).toBe("1.4");
});
