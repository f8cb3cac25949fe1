import { describe, expect, it } from "vitest";
import type { Say } from "../../game/verdict/breachText";
import { BREACH, FINE } from "./spots.fixture";
import { bindingRulesOf, formatMeasuredFrom, formatTruth, verdictKey } from "./spotText";

const say: Say = (key, values = {}) => `${key} ${JSON.stringify(values)}`;

describe("the rules that bind", () => {
  it("name the stone that the distance is measured from only if the distance rule binds", () => {
    const density = { ...FINE, rule: "density" as const };
    expect(formatMeasuredFrom(density, say)).toBeNull();
    expect(bindingRulesOf(density)).toEqual(["density"]);
    expect(bindingRulesOf(FINE)).toEqual(["continuity", "density", "distance"]);
  });
});

describe("the explanation", () => {
  it("lists the breaches, as the server sends them", () => {
    const text = formatTruth(BREACH, say);
    expect(text).toContain("breach.continuity");
    expect(text).toContain("breach.distance");
  });

  it("is one sentence about the binding rules for a legal stone", () => {
    expect(formatTruth(FINE, say)).toBe("spot.fine_all {}");
    expect(formatTruth({ ...FINE, rule: "continuity" }, say)).toBe('spot.fine_continuity {"a":3}');
    expect(formatTruth({ ...FINE, rule: "density" }, say)).toBe('spot.fine_density {"b":3,"c":4}');
    expect(formatTruth({ ...FINE, rule: "distance" }, say)).toBe(
      'spot.fine_distance {"d":2,"e":5}',
    );
  });

  it("has a heading for each way to be right or wrong", () => {
    const given = { spot: FINE, reaction: 0 };
    expect(verdictKey({ ...given, right: true, shouted: true })).toBe("spot.right_shout");
    expect(verdictKey({ ...given, right: true, shouted: false })).toBe("spot.right_stand");
    expect(verdictKey({ ...given, right: false, shouted: true })).toBe("spot.wrong_shout");
    expect(verdictKey({ ...given, right: false, shouted: false })).toBe("spot.wrong_stand");
  });
});
