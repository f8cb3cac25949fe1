import { expect, it } from "vitest";
import {
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

it("the bars of wins have a scale with the fair share in the middle, unless somebody wins more", () => {
  expect(winBarScale([wins(0.5, 0.5)])).toBe(1);
  expect(winBarScale([wins(0.25, 0.25, 0.25, 0.25)])).toBe(0.5);
  expect(winBarScale([wins(0.25, 0.25, 0.25, 0.25), wins(0.7, 0.1, 0.1, 0.1)])).toBe(0.7);
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
