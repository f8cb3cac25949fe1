import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReactionTimer } from "./reactionTimer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function frames(count: number): void {
  for (let n = 0; n < count; n++) vi.advanceTimersToNextFrame();
}

test("a stone is painted two frames after the news", () => {
  const paint = new ReactionTimer();
  paint.brought(4);
  frames(1);
  expect(paint.since(4)).toBeNull();
  frames(1);
  expect(paint.since(4)).toBe(0);
  vi.advanceTimersByTime(250);
  expect(paint.since(4)).toBe(250);
});

test("the same stone is not painted again, and another is another", () => {
  const paint = new ReactionTimer();
  paint.brought(4);
  frames(2);
  vi.advanceTimersByTime(100);
  paint.brought(4);
  expect(paint.since(4)).toBe(100);
  paint.brought(5);
  expect(paint.since(4)).toBeNull();
  expect(paint.since(5)).toBeNull();
});

test("no message says more than it may", () => {
  const paint = new ReactionTimer();
  paint.brought(4);
  frames(2);
  vi.advanceTimersByTime(90_000_000);
  expect(paint.since(4)).toBe(86_400_000);
});

test("what is forgotten waits for no frame", () => {
  const paint = new ReactionTimer();
  paint.brought(4);
  paint.forget();
  expect(vi.getTimerCount()).toBe(0);
});
