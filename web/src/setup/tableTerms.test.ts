import { beforeAll, expect, test } from "vitest";
import type { Settings } from "../generated/messages";
import { switchLanguage } from "../text/say.svelte";
import { tableTerms } from "./tableTerms";

beforeAll(() => switchLanguage("en"));

const term = (settings: Settings, label: string, you: readonly number[] = []) =>
  tableTerms(settings, you).find((each) => each.label === `room.term_${label}`);

test("the terms of a default table are complete", () => {
  const lines = tableTerms({ setting: "3 3 4 2 4" }, []).map(({ lines }) => lines.join(" "));
  expect(lines).toEqual([
    "9 × 9",
    "Given: whoever sits down agrees to them.",
    "A stone that breaks a rule stands unless somebody shouts.",
    "None: you see for yourselves.",
    "No clock.",
    "Anyone may place it.",
    "Revised: bonus turns are declared, the largest shapes count.",
    "Found by its link alone.",
  ]);
});

test("numbers are listed with how they are settled; unknown ones only by that", () => {
  expect(term({ setting: "3 3 4 2 4" }, "numbers")?.setting).toBe("3 3 4 2 4");
  expect(term({ settle: "dice" }, "numbers")).toMatchObject({
    lines: ["By dice, when all are seated."],
  });
  expect(term({ settle: "dice" }, "numbers")).not.toHaveProperty("setting");
  const first = term({ settle: "agreement", setting: "4 4 6 2 8" }, "numbers");
  expect(first?.setting).toBe("4 4 6 2 8");
  expect(first?.lines[0]).toContain("first proposal");
});

test("clocks are listed with the time to answer a stone", () => {
  const clock = { kind: "fischer", seconds: 300, increment: 5 } as const;
  expect(term({ clock }, "clock")?.lines).toEqual([
    "5 min each, and 5 sec more with every stone.",
    "15 sec to answer a stone.",
  ]);
  expect(term({ clock: { kind: "fischer", seconds: 5400 } }, "clock")?.lines[0]).toBe(
    "1 hr 30 min each for the whole game.",
  );
  expect(term({ clock: { kind: "days", days: 1 } }, "clock")?.lines).toEqual([
    "A slow game: 1 day for every stone, and answers are sealed.",
    "1 day to answer a stone.",
  ]);
  expect(term({ window: 30 }, "clock")?.lines).toEqual(["No clock.", "30 sec to answer a stone."]);
});

test("without shouts there is no time to answer, and all help is given", () => {
  const strict = { enforcement: "strict", clock: { kind: "per_move", seconds: 20 } } as const;
  expect(term(strict, "clock")?.lines).toEqual(["20 sec for every stone."]);
  expect(term(strict, "help")?.lines).toEqual([
    "Shown to everybody: legal points, shapes, the stone to measure from.",
  ]);
});

test("house rules are listed one by one, if there are any", () => {
  expect(term({}, "house")).toBeUndefined();
  const house_rules = { shapes: "whole", bonus_pass: true, bonus_limit: 1 } as const;
  expect(term({ house_rules }, "house")?.lines).toEqual([
    "All stones together must be one shape.",
    "Bonus turns may be passed.",
    "A turn earns 1 bonus turn at most.",
  ]);
  expect(term({ house_rules: { bonus_limit: null } }, "house")?.lines).toEqual([
    "No limit to bonus turns.",
  ]);
});

test("the seat that begins is “you” for its player", () => {
  expect(term({ first: 1 }, "first")?.lines).toEqual(["Seat 2 begins."]);
  expect(term({ first: 1 }, "first", [1])?.lines).toEqual(["You begin."]);
});
