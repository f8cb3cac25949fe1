import { describe, expect, it } from "vitest";
import { editionOf, houseOf, readEdition, tellEdition } from "./editions";
import { PARTS } from "../generated/parts";

describe("an edition with its house rules", () => {
  it.each([
    "revised",
    "classic",
    "revised min_shape=6 bonus_limit=1",
    "revised bonus=granted shapes=every bonus_pass=yes",
    "classic bonus_pass=no bonus_limit=0",
  ])("is read and told alike: %s", (text) => {
    const played = readEdition(text);
    expect(played && tellEdition(played)).toBe(text);
  });

  it.each(["", "modern", "revised min_shape=3", "revised size=9", "classic bonus_pass=maybe"])(
    "is not read from anything else: %s",
    (text) => expect(readEdition(text)).toBeNull(),
  );

  it("leaves out what is as the edition has it", () => {
    expect(tellEdition({ edition: "revised", parts: { ...PARTS.revised, min_shape: 4 } })).toBe(
      "revised",
    );
    expect(readEdition("revised shapes=largest min_shape=8")).toSatisfy(
      (played: NonNullable<ReturnType<typeof readEdition>>) =>
        JSON.stringify(houseOf(played)) === JSON.stringify({ min_shape: 8 }),
    );
  });

  it("is that of a table", () => {
    expect(editionOf({})).toBe("revised");
    expect(editionOf({ edition: "classic", house_rules: { shapes: "whole" } })).toBe(
      "classic shapes=whole",
    );
  });
});
