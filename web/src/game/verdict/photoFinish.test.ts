import { expect, test } from "vitest";
import type { Entry, RaceDecided } from "../../generated/messages";
import { photoFinishOf } from "./photoFinish";

function entry(seat: number, used: number, round_trip: number | null = 40): Entry {
  return { seat, used, elapsed: used + 60, round_trip, said: null };
}

function race(entries: readonly Entry[], change: Partial<RaceDecided> = {}): RaceDecided {
  const winner = entries[0]?.seat ?? 0;
  return {
    event: "judged",
    placement: 7,
    winner,
    entries,
    band: [winner],
    sealed: false,
    ...change,
  };
}

test("a single shout, and sealed answers, have no photo finish", () => {
  expect(photoFinishOf(null)).toBeNull();
  expect(photoFinishOf(race([entry(1, 640)]))).toBeNull();
  expect(photoFinishOf(race([entry(1, 0), entry(2, 0)], { sealed: true }))).toBeNull();
});

test("bars are proportional to the reaction that counted, and the winner is marked", () => {
  const photo = photoFinishOf(race([entry(2, 300), entry(1, 900)]));
  expect(photo?.bars.map(({ seat, place, won }) => [seat, place, won])).toEqual([
    [2, 1, true],
    [1, 2, false],
  ]);
  expect(photo?.bars.map(({ share }) => share)).toEqual([300 / 900, 1]);
  expect(photo?.band).toBeNull();
});

test("close shouts are enlarged", () => {
  const photo = photoFinishOf(race([entry(2, 1_770), entry(1, 1_790)]));
  expect(photo?.bars.map(({ share }) => share)).toEqual([60 / 80, 1]);
});

test("tied shouts lie in the tie band, whichever of them won", () => {
  const entries = [entry(2, 500), entry(1, 520), entry(3, 900)];
  const photo = photoFinishOf(race(entries, { winner: 1, band: [2, 1] }));
  expect(photo?.bars.map(({ tied, won }) => [tied, won])).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ]);
  const [first, second] = photo?.bars ?? [];
  expect(photo?.band).toEqual({ from: first?.share, to: second?.share });
});

test("shouts in the same millisecond have full bars", () => {
  const photo = photoFinishOf(race([entry(2, 120), entry(1, 120)], { band: [2, 1] }));
  expect(photo?.bars.every(({ share }) => share === 1)).toBe(true);
});
