import { expect, it } from "vitest";
import { PRESETS, presetOf, QUICK_PRESETS, QUICK_SIZES } from "./presets";

it("finds numbers that have a name", () => {
  expect(presetOf("3 3 4 2 4")?.id).toBe("first");
  expect(presetOf("3 3 4 2 5")).toBeNull();
});

it("knows which edition numbers with house rules are made for", () => {
  const [house] = PRESETS.filter(({ edition }) => edition !== undefined);
  expect(house && presetOf(house.setting)).toBe(house);
  expect(house && presetOf(house.setting, house.edition)).toBe(house);
  expect(house && presetOf(house.setting, "classic")).toBeNull();
  expect(presetOf("3 3 4 2 4", "classic")?.id).toBe("first");
});

it("offers for a quick game only what fits its boards", () => {
  expect(QUICK_PRESETS.length).toBeGreaterThan(2);
  expect(QUICK_PRESETS.length).toBeLessThan(PRESETS.length);
  for (const { size } of QUICK_PRESETS) expect(QUICK_SIZES).toContain(size);
});
