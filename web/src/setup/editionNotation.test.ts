import { describe, expect, it } from "vitest";
import { tableEdition, houseRulesOf, parseEdition, formatEdition } from "./editionNotation";
import { PARTS } from "../generated/parts";

describe("an edition with its house rules", () => {
  it.each([
    "revised",
    "classic",
    "revised min_shape=6 bonus_limit=1",
    "revised bonus=granted shapes=every bonus_pass=yes",
    "classic bonus_pass=no bonus_limit=0",
  ])("is parsed and formatted without change: %s", (text) => {
    const played = parseEdition(text);
    expect(played && formatEdition(played)).toBe(text);
  });

  it.each(["", "modern", "revised min_shape=3", "revised size=9", "classic bonus_pass=maybe"])(
    "is null for an invalid text: %s",
    (text) => expect(parseEdition(text)).toBeNull(),
  );

  it("omits the parts that are as in the edition", () => {
    expect(formatEdition({ edition: "revised", parts: { ...PARTS.revised, min_shape: 4 } })).toBe(
      "revised",
    );
    expect(parseEdition("revised shapes=largest min_shape=8")).toSatisfy(
      (played: NonNullable<ReturnType<typeof parseEdition>>) =>
        JSON.stringify(houseRulesOf(played)) === JSON.stringify({ min_shape: 8 }),
    );
  });

  it("is derived from the settings of a table", () => {
    expect(tableEdition({})).toBe("revised");
    expect(tableEdition({ edition: "classic", house_rules: { shapes: "whole" } })).toBe(
      "classic shapes=whole",
    );
  });
});
