import { describe, expect, test } from "vitest";
import { game } from "../review.fixture";
import {
  actionsTo,
  numberedStones,
  placementOf,
  stopQuery,
  stopOfMove,
  stopOfStep,
  stopsOf,
  parseThen,
  truthAt,
  targetStop,
  directionOfKey,
} from "./reviewStops";

const review = game();
const stops = stopsOf(review);

test("every step is a stop, except an accepted stone", () => {
  expect(stops.map(({ step }) => step)).toEqual([0, 1, 3, 4, 5, 7, 8]);
  expect(stops.map(({ move, then }) => [move, then])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 1],
    [3, 2],
  ]);
});

test("the last step is a stop, and so is a step with a comment", () => {
  const steps = review.steps.slice(0, 2);
  expect(stopsOf({ steps }).map(({ step }) => step)).toEqual([0, 1, 2]);
  const said = review.steps.map((step) => (step.number === 6 ? { ...step, comment: "!" } : step));
  expect(stopsOf({ steps: said }).map(({ step }) => step)).toContain(6);
});

test("a step that is no stop is shown by the stop before", () => {
  expect(stopOfStep(stops, 2)).toBe(1);
  expect(stopOfStep(stops, 4)).toBe(3);
  expect(stopOfStep(stops, 99)).toBe(6);
  expect(stopOfStep(stops, 0)).toBe(0);
});

describe("addresses", () => {
  test("every stop is found again by its query", () => {
    for (const [index, stop] of stops.entries()) {
      const query = stopQuery(stop);
      const asked = new URLSearchParams(query).get("move");
      expect(stopOfMove(stops, asked === null ? null : Number(asked), parseThen(query))).toBe(
        index,
      );
    }
  });

  test("a missing stop becomes the nearest", () => {
    expect(stopOfMove(stops, 99)).toBe(6);
    expect(stopOfMove(stops, -1)).toBe(0);
    expect(stopOfMove(stops, 2, 9)).toBe(3);
    expect(parseThen("?then=x")).toBe(0);
  });
});

test("navigation stops at both ends", () => {
  expect(targetStop(0, "back", 7)).toBe(0);
  expect(targetStop(6, "forward", 7)).toBe(6);
  expect(targetStop(3, "first", 7)).toBe(0);
  expect(targetStop(3, "last", 7)).toBe(6);
});

test("arrow keys navigate, except in a field, on the board, or with a modifier key", () => {
  const press = (key: string, target: Element, more: KeyboardEventInit = {}) => {
    let way: unknown;
    document.body.append(target);
    target.addEventListener("keydown", (event) => (way = directionOfKey(event as KeyboardEvent)));
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    return way;
  };
  const of = (name: string) => document.createElement(name);
  expect(press("ArrowRight", of("button"))).toBe("forward");
  expect(press("Home", of("p"))).toBe("first");
  expect(press("ArrowLeft", of("input"))).toBeNull();
  expect(press("ArrowLeft", of("p"), { altKey: true })).toBeNull();
  const grid = of("div");
  grid.setAttribute("role", "grid");
  expect(press("End", grid)).toBeNull();
  expect(press("x", of("p"))).toBeNull();
});

test("a shout refers to the stone before it, a pass and a refused action to none", () => {
  expect(placementOf(review, 4)?.number).toBe(3);
  expect(truthAt(review, 2)?.at).toBe("a1");
  expect(truthAt(review, 7)).toBeNull();
  expect(truthAt(review, 8)).toBeNull();
  expect(truthAt(review, 0)).toBeNull();
});

test("stones have the numbers of their placements; voided ones count", () => {
  expect([...numberedStones(review, 5)]).toEqual([
    ["b3", { seat: 0, number: 3 }],
    ["a1", { seat: 0, number: 1 }],
  ]);
  expect(numberedStones(review, 0).size).toBe(0);
});

test("refused actions are left out", () => {
  expect(actionsTo(review, 8)).toHaveLength(7);
  expect(actionsTo(review, 2)).toEqual([
    { do: "place", by: 0, at: "a1" },
    { do: "accept", by: 1 },
  ]);
});
