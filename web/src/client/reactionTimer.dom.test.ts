import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReactionTimer } from "./reactionTimer";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function frames(count: number): void {
  for (let n = 0; n < count; n++) vi.advanceTimersToNextFrame();
}

test("the time runs from two frames after the stone arrived", () => {
  const paint = new ReactionTimer();
  paint.start(4);
  frames(1);
  expect(paint.elapsed(4)).toBeNull();
  frames(1);
  expect(paint.elapsed(4)).toBe(0);
  vi.advanceTimersByTime(250);
  expect(paint.elapsed(4)).toBe(250);
});

test("the same stone does not restart the timer, another stone does", () => {
  const paint = new ReactionTimer();
  paint.start(4);
  frames(2);
  vi.advanceTimersByTime(100);
  paint.start(4);
  expect(paint.elapsed(4)).toBe(100);
  paint.start(5);
  expect(paint.elapsed(4)).toBeNull();
  expect(paint.elapsed(5)).toBeNull();
});

test("the reaction is capped at what the protocol allows", () => {
  const paint = new ReactionTimer();
  paint.start(4);
  frames(2);
  vi.advanceTimersByTime(90_000_000);
  expect(paint.elapsed(4)).toBe(86_400_000);
});

test("a reset cancels the frame that it waited for", () => {
  const paint = new ReactionTimer();
  paint.start(4);
  paint.reset();
  expect(vi.getTimerCount()).toBe(0);
});
