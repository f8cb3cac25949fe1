import { describe, expect, it } from "vitest";
import type { AtlasMap } from "../../generated/messages";
import { moveCellCursor } from "./cellCursor";
import { colourRangeOf } from "./colourRange";
import { colourAt, contrast, DARK, inkOn, LIGHT, luminance, scalePosition } from "./colourScale";
import { stepFrom, sensibleValuesOf, withStep } from "./numberSteps";

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

describe("keys", () => {
  const press = (key: string, held = false) => ({
    key,
    ctrlKey: held,
    altKey: false,
    metaKey: false,
  });
  const go = (key: string, held = false) =>
    moveCellCursor({ column: 1, row: 1 }, press(key, held), 3, 4);

  it("move over the cells, up towards higher values", () => {
    expect(go("ArrowUp")).toEqual({ column: 1, row: 2 });
    expect(go("ArrowLeft")).toEqual({ column: 0, row: 1 });
    expect(go("End")).toEqual({ column: 2, row: 1 });
    expect(go("PageUp")).toEqual({ column: 1, row: 3 });
  });

  it("stop at the edges, and leave the rest to others", () => {
    expect(moveCellCursor({ column: 2, row: 0 }, press("ArrowDown"), 3, 4)).toEqual({
      column: 2,
      row: 0,
    });
    expect(go("Enter")).toBeNull();
    expect(go("ArrowUp", true)).toBeNull();
  });
});

describe("steps of the fixed numbers", () => {
  const numbers = { a: 3, b: 3, c: 4, d: 2, e: 4 };

  it("go through what dice could throw", () => {
    expect(sensibleValuesOf("c", numbers, 9)).toEqual([3, 4, 5, 6]);
    expect(stepFrom("a", numbers, 9, 1)).toBe(4);
    expect(stepFrom("a", numbers, 9, -1)).toBeNull();
    expect(stepFrom("c", { ...numbers, c: 9 }, 9, -1)).toBe(6);
  });

  it("take along what depends on them", () => {
    expect(withStep(numbers, "b", 5, 9)).toEqual({ ...numbers, b: 5, c: 8 });
    expect(withStep(numbers, "d", 3, 9)).toEqual({ ...numbers, d: 3, e: 5 });
  });
});
