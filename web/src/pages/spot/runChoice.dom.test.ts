import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_CHOICE, parseChoice, readChoice, storeChoice } from "./runChoice";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("the stored choice", () => {
  it("is read again, and repaired if it is invalid", () => {
    storeChoice({ rule: "density", size: 13, grade: "hard", mode: "streak" });
    expect(readChoice()).toEqual({ rule: "density", size: 13, grade: "hard", mode: "streak" });
    expect(parseChoice({ rule: "gravity", size: 6, grade: "hard" })).toEqual({
      ...DEFAULT_CHOICE,
      grade: "hard",
    });
    expect(parseChoice(null)).toEqual(DEFAULT_CHOICE);
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
  expect(readChoice()).toEqual(DEFAULT_CHOICE);
  expect(() => storeChoice(DEFAULT_CHOICE)).not.toThrow();
});
