import { describe, expect, it } from "vitest";
import {
  classifyBalance,
  classifyOverallBalance,
  classifyChain,
  neighbourSettings,
  winBarScale,
  classifyDifficulty,
  notableTies,
  usualLength,
} from "./classifyForecast";
import { figure, makeForecast } from "./forecast.fixture";

const wins = (...shares: number[]) =>
  makeForecast({ wins: shares.map((share) => figure(share, 0.0078)) });

describe("the balance", () => {
  it("is even if the difference is not significant", () => {
    expect(classifyBalance(wins(0.51, 0.49))).toEqual({ kind: "even" });
    expect(classifyBalance(wins(0.515, 0.485))).toEqual({ kind: "even" });
  });

  it("names the place that wins most often, and the size of its advantage", () => {
    expect(classifyBalance(wins(0.47, 0.53))).toEqual({ kind: "little", place: 2 });
    expect(classifyBalance(wins(0.28, 0.2, 0.21, 0.31))).toEqual({ kind: "clear", place: 4 });
    expect(classifyBalance(wins(0.8, 0.2))).toEqual({ kind: "far", place: 1 });
  });

  it("is one for all kinds of players if they hardly differ", () => {
    const [even, little, clear] = [wins(0.5, 0.5), wins(0.48, 0.52), wins(0.4, 0.6)];
    expect(classifyOverallBalance(even)).toEqual({ kind: "even" });
    expect(classifyOverallBalance(even, [even, little])).toEqual({ kind: "even" });
    expect(classifyOverallBalance(little, [even])).toEqual({ kind: "little", place: 2 });
    expect(classifyOverallBalance(clear, [little, clear])).toEqual({ kind: "clear", place: 2 });
    expect(classifyOverallBalance(wins(0.52, 0.48), [little])).toEqual({ kind: "even" });
  });

  it("is given for each kind of player if they differ, even if only one of them does", () => {
    const random = wins(0.5, 0.5);
    const greedy = makeForecast({ who: "greedy", wins: wins(0.49, 0.51).wins });
    const search = makeForecast({ who: "search-1000", wins: wins(0.4, 0.6).wins });
    expect(classifyOverallBalance(random, [greedy, search])).toEqual({
      kind: "depends",
      by: [
        { who: "random", balance: { kind: "even" } },
        { who: "greedy", balance: { kind: "even" } },
        { who: "search-1000", balance: { kind: "clear", place: 2 } },
      ],
    });
    expect(classifyOverallBalance(wins(0.8, 0.2), [wins(0.2, 0.8)]).kind).toBe("depends");
    expect(classifyOverallBalance(wins(0.8, 0.2), [wins(0.5, 0.5)]).kind).toBe("depends");
    expect(classifyOverallBalance(wins(0.48, 0.52), [wins(0.2, 0.8)]).kind).toBe("depends");
  });

  it("leaves out kinds of players whose standard errors are too large", () => {
    const vague = makeForecast({
      who: "search-1000",
      wins: [figure(0.45, 0.03), figure(0.55, 0.03)],
    });
    expect(classifyOverallBalance(wins(0.2, 0.8), [vague])).toEqual({ kind: "far", place: 2 });
  });

  it("has a bar scale with the fair share in the middle, unless somebody wins more", () => {
    expect(winBarScale([wins(0.5, 0.5)])).toBe(1);
    expect(winBarScale([wins(0.25, 0.25, 0.25, 0.25)])).toBe(0.5);
    expect(winBarScale([wins(0.25, 0.25, 0.25, 0.25), wins(0.7, 0.1, 0.1, 0.1)])).toBe(0.7);
  });
});

it("ties are reported if any kind of player has more than a few", () => {
  const ties = (share: number) => makeForecast({ measures: { ties: figure(share) } });
  expect(notableTies(ties(0.3))).toBe(0.3);
  expect(notableTies(ties(0.01))).toBeNull();
  expect(notableTies(ties(0.01), [ties(0), ties(0.2)])).toBe(0.01);
  expect(notableTies(makeForecast({ measures: {} }))).toBeNull();
});

it("chains are classified by their share of all stones", () => {
  expect([0.04, 0.15, 0.5, 0.65, 1].map(classifyChain)).toEqual([
    "short",
    "some",
    "long",
    "runaway",
    "runaway",
  ]);
});

it("the difficulty has a score from 0 to 100 and one of five steps", () => {
  const steps = [0, 0.19, 0.5, 0.79, 1].map((harder_than) =>
    classifyDifficulty(makeForecast({ harder_than })),
  );
  expect(steps.map(({ score }) => score)).toEqual([0, 19, 50, 79, 100]);
  expect(steps.map(({ step }) => step)).toEqual([0, 0, 2, 3, 4]);
});

it("the usual length never exceeds the number of points", () => {
  expect(usualLength(makeForecast(), 81)).toEqual({ least: 24, most: 32 });
  expect(usualLength(makeForecast(), 30)).toEqual({ least: 24, most: 30 });
  expect(usualLength(makeForecast({ measures: {} }), 81)).toBeNull();
});

it("the numbers of a setting are joined by no-break spaces", () => {
  expect(neighbourSettings(makeForecast({ near: [{ setting: "3 3 4 2 5", weight: 1 }] }))).toEqual([
    "3\u00a03\u00a04\u00a02\u00a05",
  ]);
});

it("only the heaviest neighbours of a forecast are named", () => {
  const near = ["3", "4", "5", "6", "7"].map((setting) => ({ setting, weight: 0.2 }));
  expect(neighbourSettings(makeForecast({ near }))).toEqual(["3", "4", "5", "6"]);
});
