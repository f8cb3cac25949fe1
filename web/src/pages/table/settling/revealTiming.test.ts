import { expect, test } from "vitest";
import type { GameBegun, Position } from "../../../generated/messages";
import { now } from "../table.fixture";
import { isRevealOver, drawnSettingOf } from "./revealTiming";

const begun = (setting: Readonly<Record<string, unknown>>): GameBegun => ({
  event: "begun",
  rules: {},
  setting,
  share: null,
});
const playing = (stones: readonly number[]) =>
  now({ stage: "playing", position: { stones } as unknown as Position });

test("drawn numbers are revealed; agreed ones are known already", () => {
  expect(drawnSettingOf(begun({ how: "dice", settled: "4 4 7 2 4" }))).toEqual({
    how: "dice",
    setting: "4 4 7 2 4",
  });
  expect(drawnSettingOf(begun({ how: "agreement", settled: "4 4 7 2 4" }))).toBeNull();
  expect(drawnSettingOf({ event: "gathered" })).toBeNull();
});

test("without a clock the reveal stays until the user leaves it", () => {
  expect(isRevealOver(3_600_000, playing([0, 0]), {})).toBe(false);
  expect(isRevealOver(3_600_000, playing([0, 0]), { clock: { kind: "days", days: 2 } })).toBe(
    false,
  );
});

test("the first stone ends the reveal, after the minimum time", () => {
  expect(isRevealOver(1_500, playing([1, 0]), {})).toBe(false);
  expect(isRevealOver(2_500, playing([1, 0]), {})).toBe(true);
});

test("a running clock limits the reveal", () => {
  const settings = { clock: { kind: "per_move", seconds: 30 } } as const;
  expect(isRevealOver(4_000, playing([0, 0]), settings)).toBe(false);
  expect(isRevealOver(6_000, playing([0, 0]), settings)).toBe(true);
});

test("a table that is over or closed has no reveal", () => {
  expect(isRevealOver(0, now({ stage: "over" }), {})).toBe(true);
  expect(isRevealOver(0, now({ stage: "closed" }), {})).toBe(true);
});
