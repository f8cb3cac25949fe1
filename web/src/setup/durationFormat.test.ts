import { beforeAll, describe, expect, test } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { formatDuration, formatTimeLeft } from "./durationFormat";

describe("in English", () => {
  beforeAll(() => switchLanguage("en"));

  test("a duration is formatted in its largest unit, and the rest in the next", () => {
    expect(formatDuration(45_000)).toBe("45 sec");
    expect(formatDuration(90_000)).toBe("1 min 30 sec");
    expect(formatDuration(5_400_000)).toBe("1 hr 30 min");
    expect(formatDuration(2 * 86_400_000)).toBe("2 days");
    expect(formatDuration(0)).toBe("0 sec");
  });

  test("the time left is formatted to the second, and never below zero", () => {
    expect(formatTimeLeft(61_001)).toBe("1:02");
    expect(formatTimeLeft(9_000)).toBe("0:09");
    expect(formatTimeLeft(-5)).toBe("0:00");
    expect(formatTimeLeft(2 * 86_400_000)).toBe("2 days");
  });
});

test("each language has its own units", async () => {
  await switchLanguage("ko");
  expect(formatDuration(90_000)).toBe("1분 30초");
  await switchLanguage("ja");
  expect(formatDuration(2 * 86_400_000)).toBe("2日");
});
