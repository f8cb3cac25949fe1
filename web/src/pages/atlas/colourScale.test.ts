import { describe, expect, it } from "vitest";
import type { AtlasMap } from "../../generated/messages";
import {
  colourAt,
  colourRangeOf,
  contrast,
  DARK,
  inkOn,
  LIGHT,
  luminance,
  scalePosition,
} from "./colourScale";

const PLACES = Array.from({ length: 41 }, (_, index) => index / 40);

describe.each([
  ["light", LIGHT, -1],
  ["dark", DARK, 1],
] as const)("the %s scale", (_, scale, way) => {
  it("is monotonic in lightness", () => {
    const lightness = PLACES.map((place) => way * luminance(colourAt(scale, place)));
    expect(lightness).toEqual([...lightness].sort((one, other) => one - other));
    expect(new Set(lightness).size).toBe(PLACES.length);
  });

  it("has an ink of sufficient contrast for every colour", () => {
    for (const place of PLACES) {
      const colour = colourAt(scale, place);
      expect(contrast(inkOn(colour), colour)).toBeGreaterThan(4.5);
    }
  });
});

it("maps values between the least and the most to positions", () => {
  expect([0, 5, 10, 12].map((value) => scalePosition(value, 0, 10))).toEqual([0, 0.5, 1, 1]);
  expect(scalePosition(3, 3, 3)).toBe(0.5);
});

describe("the colour range", () => {
  const map = {
    values: [
      [0.5, null],
      [0.75, 0.6],
    ],
    least: 0,
    most: 1,
  } as unknown as AtlasMap;

  it("spans the board, or the map alone", () => {
    expect(colourRangeOf(map, "board")).toEqual({ least: 0, most: 1 });
    expect(colourRangeOf(map, "map")).toEqual({ least: 0.5, most: 0.75 });
    expect(colourRangeOf({ ...map, least: null, most: null }, "board")).toEqual({
      least: 0.5,
      most: 0.75,
    });
  });

  it("is null for an empty map", () => {
    expect(colourRangeOf({ ...map, values: [[null]] }, "board")).toBeNull();
  });
});
