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
  it("goes one way in lightness alone", () => {
    const lightness = PLACES.map((place) => way * luminance(colourAt(scale, place)));
    expect(lightness).toEqual([...lightness].sort((one, other) => one - other));
    expect(new Set(lightness).size).toBe(PLACES.length);
  });

  it("lets values be read on every colour", () => {
    for (const place of PLACES) {
      const colour = colourAt(scale, place);
      expect(contrast(inkOn(colour), colour)).toBeGreaterThan(4.5);
    }
  });
});

it("places values between the least and the most", () => {
  expect([0, 5, 10, 12].map((value) => scalePosition(value, 0, 10))).toEqual([0, 0.5, 1, 1]);
  expect(scalePosition(3, 3, 3)).toBe(0.5);
});

describe("colours reach", () => {
  const map = {
    values: [
      [0.5, null],
      [0.75, 0.6],
    ],
    least: 0,
    most: 1,
  } as unknown as AtlasMap;

  it("over the board, or over the map alone", () => {
    expect(colourRangeOf(map, "board")).toEqual({ least: 0, most: 1 });
    expect(colourRangeOf(map, "map")).toEqual({ least: 0.5, most: 0.75 });
    expect(colourRangeOf({ ...map, least: null, most: null }, "board")).toEqual({
      least: 0.5,
      most: 0.75,
    });
  });

  it("over nothing where the map is empty", () => {
    expect(colourRangeOf({ ...map, values: [[null]] }, "board")).toBeNull();
  });
});
