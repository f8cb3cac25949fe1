import { afterEach, describe, expect, it, vi } from "vitest";
import { USUAL, allChoices, mended } from "./runChoice";
import { bestOf, keepChoice, nameOf, readBests, readChoice, score } from "./bestScores";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("best scores", () => {
  it("are kept for each combination apart", () => {
    expect(score(USUAL, 7)).toBe(true);
    expect(score({ ...USUAL, grade: "hard" }, 3)).toBe(true);
    expect(bestOf(readBests(), USUAL)).toBe(7);
    expect(bestOf(readBests(), { ...USUAL, grade: "hard" })).toBe(3);
    expect(bestOf(readBests(), { ...USUAL, mode: "streak" })).toBeNull();
  });

  it("are beaten only by more", () => {
    score(USUAL, 7);
    expect(score(USUAL, 7)).toBe(false);
    expect(score(USUAL, 6)).toBe(false);
    expect(score(USUAL, 8)).toBe(true);
    expect(bestOf(readBests(), USUAL)).toBe(8);
  });

  it("are never nothing", () => {
    expect(score(USUAL, 0)).toBe(false);
    expect(bestOf(readBests(), USUAL)).toBeNull();
  });

  it("are mended on reading: what is no score, or of no combination, is left out", () => {
    const hard = nameOf({ ...USUAL, grade: "hard" });
    const kept = { [nameOf(USUAL)]: 4, [hard]: "many", "clock all 8 easy": 3, __proto__: 1 };
    localStorage.setItem("grav.spot.best", JSON.stringify(kept));
    expect(readBests()).toEqual({ [nameOf(USUAL)]: 4 });
    for (const broken of ["{", "7", "null", "[1]"]) {
      localStorage.setItem("grav.spot.best", broken);
      expect(readBests()).toEqual({});
    }
  });

  it("have a name for every combination", () => {
    const names = allChoices().map(nameOf);
    expect(new Set(names).size).toBe(4 * 5 * 3 * 2);
  });
});

describe("the last choice", () => {
  it("comes back, and is mended where it can no longer be", () => {
    keepChoice({ rule: "density", size: 13, grade: "hard", mode: "streak" });
    expect(readChoice()).toEqual({ rule: "density", size: 13, grade: "hard", mode: "streak" });
    expect(mended({ rule: "gravity", size: 6, grade: "hard" })).toEqual({
      ...USUAL,
      grade: "hard",
    });
    expect(mended(null)).toEqual(USUAL);
  });
});

it("a browser that keeps nothing does no harm", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", {
    getItem: forbidden,
    setItem: forbidden,
    clear: () => undefined,
  });
  expect(readBests()).toEqual({});
  expect(() => score(USUAL, 5)).not.toThrow();
  expect(readChoice()).toEqual(USUAL);
});
