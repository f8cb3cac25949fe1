import { beforeAll, expect, test } from "vitest";
import { loadTextGroup, switchLanguage } from "../../text/say.svelte";
import { game, truth } from "./review.fixture";
import { countByKind, momentRows, formatMoment } from "./game/momentRows";
import { moveRows } from "./game/moveRows";
import { stopsOf } from "./game/reviewStops";
import { namesOf, formatResult, formatStep, formatTruth } from "./reviewText";

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("review");
});

const review = game();
const stops = stopsOf(review);
const name = namesOf(review.players);

test("moments are formatted, and lead to their stops", () => {
  const rows = momentRows(review, stops, name);
  expect(rows.map(({ text, stop }) => [text, stop])).toEqual([
    ["Move 2: Mina shouts Grav! and is right", 3],
    ["Move 3: Mina completes 2 shapes and declares 1", 4],
  ]);
  expect(countByKind(rows)).toEqual([
    { kind: "right_shout", count: 1 },
    { kind: "undeclared", count: 1 },
  ]);
});

test("seats that missed a breach are named", () => {
  const missed = { ...review.moments[0]!, kind: "missed" as const, by: 1, seats: [0] };
  expect(formatMoment(missed, 2, name)).toBe("Move 2: Fox breaks a rule, missed by Mina");
  const late = { ...review.moments[0]!, seats: [1] };
  expect(formatMoment(late, 2, name)).toBe("Move 2: Mina shouts Grav! and is right. Missed by Fox");
});

test("chains and declarations of too many are formatted", () => {
  const of = review.moments[0]!;
  expect(formatMoment({ ...of, kind: "bonus_chain", length: 3 }, 7, name)).toContain(
    "3 bonus turns",
  );
  expect(formatMoment({ ...of, kind: "over_declared", shapes: 1, declared: 2 }, 7, name)).toBe(
    "Move 7: Mina declares 2, but there is 1. Worth nothing",
  );
  expect(formatMoment({ ...of, kind: "wrong_shout" }, 7, name)).toContain("is wrong");
});

test("every kind of step has its sentence", () => {
  const texts = [0, 1, 2, 3, 4, 5, 7, 8].map((number) => formatStep(review, number, name));
  expect(texts).toEqual([
    "The empty board, before the first stone",
    "Mina places a1",
    "Fox lets it stand",
    "Fox places a2",
    "Mina shouts Grav! and is right: 1 step from a1; 2 to 4 allowed. The stone is void",
    "Mina places b3 and declares 1 bonus turn",
    "Fox passes",
    "Fox places a1. The rules do not allow it: there is a stone on a1",
  ]);
});

test("all facts about a stone are listed", () => {
  expect(formatTruth(review.steps[2]!.truth!, name)).toEqual([
    "Breaks a rule: 1 step from a1; 2 to 4 allowed.",
    "Mina shouted Grav!, and was right.",
    "The stone is void.",
  ]);
  expect(formatTruth(review.steps[4]!.truth!, name)).toEqual([
    "Breaks no rule.",
    "Completes 2 shapes; declared 1, earned 1.",
    "The stone stands.",
  ]);
  const granted = truth({ declared: null, shapes: 1, bonus: 1, on_bonus_turn: true, missed: [1] });
  expect(formatTruth(granted, name)).toEqual([
    "Breaks no rule.",
    "Placed on a bonus turn.",
    "Completes 1 shape; earned 1 bonus turn.",
    "Missed by Fox.",
    "The stone stands.",
  ]);
});

test("an open outcome is listed for a record, not on a study board", () => {
  const open = truth({ outcome: "open" });
  expect(formatTruth(open, name)).toContain("The record stops before it is settled.");
  expect(formatTruth(open, name, true)).toEqual(["Breaks no rule."]);
});

test("a player without a name in a record has a number", () => {
  expect(namesOf([{ kind: "guest", name: null, level: null }])(0)).toBe("Player 1");
});

test("the result is formatted if there is one", () => {
  expect(formatResult(review, name)).toBeNull();
  const result = { ended: "passes", ranking: [1, 0], stones: [1, 2] };
  expect(formatResult({ result }, name)).toBe("Fox wins. Everybody passed.");
});

test("the list of moves has a row for each stop", () => {
  const rows = moveRows(review, stops);
  expect(rows.map(({ move, label }) => [move, label])).toEqual([
    [null, "Start"],
    [1, "a1"],
    [2, "a2"],
    [null, "Grav!"],
    [3, "b3 +1"],
    [null, "Pass"],
    [null, "a1 (not allowed)"],
  ]);
  expect(rows[2]).toMatchObject({ breach: true, voided: true });
});
