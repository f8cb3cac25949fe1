import { describe, expect, it } from "vitest";
import {
  MIN_EXPLANATION_MS,
  CLOCK_MS,
  WRONG_ANSWER_COST_MS,
  EXPLANATION_MS,
  answerSpot,
  beginRun,
  dropStone,
  continueRun,
  pointsOf,
  showSpot,
  stopRun,
  advanceTime,
  timeLeft,
  type Run,
} from "./run";
import { BREACH, FINE } from "./spots.fixture";

/** Returns the run after the next stone has fallen at that time. */
function asked(run: Run, now: number, spot = FINE): Run {
  return dropStone(showSpot(run, spot, now), now);
}

describe("an answer", () => {
  it("is right for a shout at a breach, and for accepting a legal stone", () => {
    const start = beginRun("streak", 0);
    const rights = [
      answerSpot(asked(start, 0, BREACH), true, 1),
      answerSpot(asked(start, 0, FINE), false, 1),
      answerSpot(asked(start, 0, BREACH), false, 1),
      answerSpot(asked(start, 0, FINE), true, 1),
    ].map((run) => run.answers[0]?.right);
    expect(rights).toEqual([true, true, false, false]);
  });

  it("is ignored before the stone has fallen, and when repeated", () => {
    const shown = showSpot(beginRun("streak", 0), FINE, 0);
    expect(answerSpot(shown, false, 5)).toBe(shown);
    const given = answerSpot(dropStone(shown, 10), false, 20);
    expect(answerSpot(given, true, 30)).toBe(given);
  });

  it("has a reaction time from the fall of the stone", () => {
    const run = dropStone(showSpot(beginRun("clock", 0), FINE, 100), 350);
    expect(answerSpot(run, false, 1350).answers[0]?.reaction).toBe(1000);
  });
});

describe("a run against the clock", () => {
  it("scores a right answer, and requests the next position at once", () => {
    const run = answerSpot(asked(beginRun("clock", 0), 0), false, 2_000);
    expect(run.phase).toBe("waiting");
    expect(pointsOf(run)).toBe(1);
    expect(run.streak).toBe(1);
    expect(timeLeft(run, 9_000)).toBe(CLOCK_MS - 2_000);
  });

  it("a wrong answer costs time, ends the streak, and is explained for a moment", () => {
    const run = answerSpot(asked(beginRun("clock", 0), 0), true, 2_000);
    expect(run.phase).toBe("explained");
    expect(run.streak).toBe(0);
    expect(timeLeft(run, 3_000)).toBe(CLOCK_MS - 2_000 - WRONG_ANSWER_COST_MS);
    expect(advanceTime(run, 2_000 + EXPLANATION_MS - 1)).toBe(run);
    expect(advanceTime(run, 2_000 + EXPLANATION_MS).phase).toBe("waiting");
  });

  it("the clock pauses while a position is loading, or before its stone falls", () => {
    const waiting = answerSpot(asked(beginRun("clock", 0), 0), false, 1_000);
    expect(advanceTime(waiting, 500_000)).toBe(waiting);
    const shown = showSpot(waiting, FINE, 500_000);
    expect(timeLeft(dropStone(shown, 600_000), 600_000)).toBe(CLOCK_MS - 1_000);
  });

  it("ends when the time is out, and ignores later answers", () => {
    const run = asked(beginRun("clock", 0), 0);
    expect(advanceTime(run, CLOCK_MS - 1).phase).toBe("asked");
    expect(advanceTime(run, CLOCK_MS).phase).toBe("over");
    expect(answerSpot(run, false, CLOCK_MS)).toMatchObject({ phase: "over", answers: [] });
  });

  it("explains a wrong answer that costs the remaining time before the end", () => {
    const run = answerSpot(asked(beginRun("clock", 0), 0), true, CLOCK_MS - 1_000);
    expect(run).toMatchObject({ phase: "explained", left: 0 });
    expect(advanceTime(run, CLOCK_MS + EXPLANATION_MS).phase).toBe("over");
  });
});

describe("a streak", () => {
  it("has no clock, and explains every answer until the user continues", () => {
    const run = answerSpot(asked(beginRun("streak", 0), 0), false, 900_000);
    expect(run.phase).toBe("explained");
    expect(advanceTime(run, 2_000_000)).toBe(run);
    expect(continueRun(run, 2_000_000).phase).toBe("waiting");
  });

  it("ends with the first wrong answer, and keeps its points", () => {
    let run = continueRun(answerSpot(asked(beginRun("streak", 0), 0), false, 500), 1_000);
    run = answerSpot(asked(run, 1_000, BREACH), false, 2_000);
    expect(run.phase).toBe("explained");
    run = continueRun(run, 3_000);
    expect(run.phase).toBe("over");
    expect(pointsOf(run)).toBe(1);
  });

  it("is not continued by the second tap of a double tap", () => {
    const run = answerSpot(asked(beginRun("streak", 0), 0), false, 500);
    expect(continueRun(run, 500 + MIN_EXPLANATION_MS - 1)).toBe(run);
    expect(continueRun(run, 500 + MIN_EXPLANATION_MS).phase).toBe("waiting");
  });
});

it("a stopped run counts its answers, and stays over", () => {
  const run = stopRun(asked(answerSpot(asked(beginRun("clock", 0), 0), false, 1), 2), 3);
  expect(run.phase).toBe("over");
  expect(pointsOf(run)).toBe(1);
  expect(showSpot(run, FINE, 9)).toBe(run);
  expect(stopRun(run, 10)).toBe(run);
});
