import { expect, it } from "vitest";
import { PRESETS, presetOf, QUICK_PRESETS, QUICK_SIZES } from "./presets";

it("presetOf finds the preset of a setting", () => {
  expect(presetOf("3 3 4 2 4")?.id).toBe("first");
  expect(presetOf("3 3 4 2 5")).toBeNull();
});

it("a preset with house rules belongs to their edition only", () => {
  const [house] = PRESETS.filter(({ edition }) => edition !== undefined);
  expect(house && presetOf(house.setting)).toBe(house);
  expect(house && presetOf(house.setting, house.edition)).toBe(house);
  expect(house && presetOf(house.setting, "classic")).toBeNull();
  expect(presetOf("3 3 4 2 4", "classic")?.id).toBe("first");
});

it("quick games offer only presets that fit their boards", () => {
  expect(QUICK_PRESETS.length).toBeGreaterThan(2);
  expect(QUICK_PRESETS.length).toBeLessThan(PRESETS.length);
  for (const { size } of QUICK_PRESETS) expect(QUICK_SIZES).toContain(size);
});
