import { beforeAll, describe, expect, test } from "vitest";
import { speak } from "../text/say.svelte";
import { tellDuration, tellLeft } from "./durations";

describe("in English", () => {
  beforeAll(() => speak("en"));

  test("a time is told by its largest unit, and by what is left in the next", () => {
    expect(tellDuration(45_000)).toBe("45 sec");
    expect(tellDuration(90_000)).toBe("1 min 30 sec");
    expect(tellDuration(5_400_000)).toBe("1 hr 30 min");
    expect(tellDuration(2 * 86_400_000)).toBe("2 days");
    expect(tellDuration(0)).toBe("0 sec");
  });

  test("what is left is counted by the second, and never below none", () => {
    expect(tellLeft(61_001)).toBe("1:02");
    expect(tellLeft(9_000)).toBe("0:09");
    expect(tellLeft(-5)).toBe("0:00");
    expect(tellLeft(2 * 86_400_000)).toBe("2 days");
  });
});

test("each language has its own units", async () => {
  await speak("ko");
  expect(tellDuration(90_000)).toBe("1분 30초");
  await speak("ja");
  expect(tellDuration(2 * 86_400_000)).toBe("2日");
});
