import { expect, test } from "vitest";
import { timeLeftOnClock, formatClockTime } from "./clockFormat";

test("only the running seat's time decreases, down to 0", () => {
  const clock = { left: [60_000, 30_000], running: 1, since: 1_000 };
  expect(timeLeftOnClock(clock, 0, 11_000)).toBe(60_000);
  expect(timeLeftOnClock(clock, 1, 11_000)).toBe(20_000);
  expect(timeLeftOnClock(clock, 1, 500)).toBe(30_000);
  expect(timeLeftOnClock(clock, 1, 99_000)).toBe(0);
  expect(timeLeftOnClock({ ...clock, running: null }, 1, 99_000)).toBe(30_000);
});

test.each([
  [0, "0:00.0"],
  [-5, "0:00.0"],
  [9_390, "0:09.3"],
  [10_000, "0:10"],
  [59_999, "0:59"],
  [252_000, "4:12"],
  [3_852_000, "1:04:12"],
  [190_800_000, "2d 5h"],
])("%d ms are formatted as %s", (ms, text) => {
  expect(formatClockTime(ms, "en")).toBe(text);
});

test("days are formatted in each language", () => {
  expect(formatClockTime(190_800_000, "ja")).toBe("2 日 5 時間");
  expect(formatClockTime(190_800_000, "ko")).toBe("2일 5시간");
});
