import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_CHOICE, allChoices } from "./runChoice";
import { bestOf, scoreKey, readBests, storeIfBest } from "./bestScores";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("best scores", () => {
  it("are stored for each combination separately", () => {
    expect(storeIfBest(DEFAULT_CHOICE, 7)).toBe(true);
    expect(storeIfBest({ ...DEFAULT_CHOICE, grade: "hard" }, 3)).toBe(true);
    expect(bestOf(readBests(), DEFAULT_CHOICE)).toBe(7);
    expect(bestOf(readBests(), { ...DEFAULT_CHOICE, grade: "hard" })).toBe(3);
    expect(bestOf(readBests(), { ...DEFAULT_CHOICE, mode: "streak" })).toBeNull();
  });

  it("are replaced only by higher ones", () => {
    storeIfBest(DEFAULT_CHOICE, 7);
    expect(storeIfBest(DEFAULT_CHOICE, 7)).toBe(false);
    expect(storeIfBest(DEFAULT_CHOICE, 6)).toBe(false);
    expect(storeIfBest(DEFAULT_CHOICE, 8)).toBe(true);
    expect(bestOf(readBests(), DEFAULT_CHOICE)).toBe(8);
  });

  it("are never zero", () => {
    expect(storeIfBest(DEFAULT_CHOICE, 0)).toBe(false);
    expect(bestOf(readBests(), DEFAULT_CHOICE)).toBeNull();
  });

  it("are repaired on reading: invalid scores and unknown combinations are left out", () => {
    const hard = scoreKey({ ...DEFAULT_CHOICE, grade: "hard" });
    const stored = {
      [scoreKey(DEFAULT_CHOICE)]: 4,
      [hard]: "many",
      "clock all 8 easy": 3,
      __proto__: 1,
    };
    localStorage.setItem("grav.spot.best", JSON.stringify(stored));
    expect(readBests()).toEqual({ [scoreKey(DEFAULT_CHOICE)]: 4 });
    for (const broken of ["{", "7", "null", "[1]"]) {
      localStorage.setItem("grav.spot.best", broken);
      expect(readBests()).toEqual({});
    }
  });

  it("have a name for every combination", () => {
    const names = allChoices().map(scoreKey);
    expect(new Set(names).size).toBe(4 * 5 * 3 * 2);
  });
});

it("without storage nothing fails", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", {
    getItem: forbidden,
    setItem: forbidden,
    clear: () => undefined,
  });
  expect(readBests()).toEqual({});
  expect(() => storeIfBest(DEFAULT_CHOICE, 5)).not.toThrow();
});
