import { afterEach, expect, test, vi } from "vitest";
import { drop, leave, rollOffVector } from "./stoneTransitions";

const MOVING = { animate: () => undefined } as unknown as Element;
const STILL = {} as Element;
const LEAVING = { how: "lift", x: 100, y: 500, total: 1000 } as const;

function reduced(matches: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches }));
}

afterEach(() => vi.unstubAllGlobals());

test("a stone drops in 140 ms", () => {
  reduced(false);
  expect(drop(MOVING, { still: false }).duration).toBe(140);
  expect(drop(MOVING, { still: true }).duration).toBe(0);
});

test("a lifted stone moves upwards and fades", () => {
  reduced(false);
  const css = leave(MOVING, LEAVING).css?.(0, 1);
  expect(css).toContain("translateY(-60px)");
  expect(css).toContain("opacity: 0");
});

test("a rolled stone leaves over the nearest edge", () => {
  reduced(false);
  expect(leave(MOVING, { ...LEAVING, how: "roll" }).css?.(0, 1)).toContain(
    "translate(-200px, 0px)",
  );
  expect(rollOffVector({ x: 900, y: 500 }, 1000)).toEqual({ x: 200, y: 0 });
  expect(rollOffVector({ x: 500, y: 100 }, 1000)).toEqual({ x: 0, y: -200 });
  expect(rollOffVector({ x: 500, y: 900 }, 1000)).toEqual({ x: 0, y: 200 });
});

test("with reduced motion nothing is animated", () => {
  reduced(true);
  expect(drop(MOVING, { still: false }).duration).toBe(0);
  expect(leave(MOVING, LEAVING).duration).toBe(0);
  reduced(false);
  expect(drop(STILL, { still: false }).duration).toBe(0);
  expect(leave(MOVING, { ...LEAVING, how: "none" }).duration).toBe(0);
});
