import { expect, test } from "vitest";
import type { VerifiedDraw } from "../../../client/draw/verifyDraw";
import { drawChecks } from "./drawCheckRows";

const right = (found: string) => ({ holds: true, found, expected: found });
const GOOD: VerifiedDraw = {
  holds: true,
  commitment: right("3b41"),
  seed: right("96ca"),
  numbers: right("9x9 2p 4 4 7 2 4"),
  matchesObservation: true,
  share: "server",
  shares: ["one", "two"],
  hands: [],
};

test("the checks are listed in the order in which they depend on each other", () => {
  expect(drawChecks(GOOD).map(({ text, holds }) => [text, holds])).toEqual([
    ["settle.check_commitment", true],
    ["settle.check_seen", true],
    ["settle.check_seed", true],
    ["settle.check_numbers", true],
  ]);
});

test("a check that fails shows both values", () => {
  const bad = { ...GOOD, seed: { holds: false, found: "0000", expected: "96ca" } };
  expect(drawChecks(bad)[2]).toEqual({
    text: "settle.check_seed_not",
    holds: false,
    shown: ["0000", "96ca"],
  });
});

test("without an observation the comparison has no result", () => {
  expect(drawChecks({ ...GOOD, matchesObservation: null })[1]).toMatchObject({
    text: "settle.check_not_seen",
    holds: null,
  });
  expect(drawChecks({ ...GOOD, matchesObservation: false })[1]).toMatchObject({
    text: "settle.check_seen_not",
    holds: false,
  });
});
