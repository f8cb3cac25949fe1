import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseSetting, formatSetting } from "../../client/fiveNumbers";
import { stepNumber, AdjustableSetting, DEFAULT_SETTING } from "./adjustableSetting.svelte";

const { fetchExamples } = vi.hoisted(() => ({ fetchExamples: vi.fn() }));
vi.mock("../../examples/examples", () => ({ fetchExamples }));

beforeEach(() => {
  vi.useFakeTimers();
  fetchExamples.mockReset().mockImplementation(async (_, setting) => ({ setting }));
});
afterEach(() => vi.useRealTimers());

test("a number steps within its bounds, and dependent numbers are adjusted", () => {
  const usual = parseSetting(DEFAULT_SETTING);
  expect(formatSetting(stepNumber(usual, "a", 1))).toBe("4 3 4 2 4");
  expect(formatSetting(stepNumber(usual, "a", -1))).toBe(DEFAULT_SETTING);
  expect(formatSetting(stepNumber(usual, "b", -1))).toBe("3 2 4 2 4");
  const close = parseSetting("3 3 4 4 4");
  expect(formatSetting(stepNumber(close, "d", 1))).toBe("3 3 4 5 5");
});

test("the figures are updated after a pause", async () => {
  const trial = new AdjustableSetting();
  trial.ask();
  expect(fetchExamples).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect(trial.shown?.setting).toBe(DEFAULT_SETTING);
});

test("quick steps cause one request, for the last numbers", async () => {
  const trial = new AdjustableSetting();
  const stop = trial.ask();
  trial.step("a", 1);
  stop();
  trial.ask();
  await vi.advanceTimersByTimeAsync(300);
  expect(fetchExamples).toHaveBeenCalledTimes(1);
  expect(trial.shown?.setting).toBe("4 3 4 2 4");
});

test("an outdated answer is dropped", async () => {
  let answer: (found: unknown) => void = () => undefined;
  fetchExamples.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const trial = new AdjustableSetting();
  const stop = trial.ask();
  await vi.advanceTimersByTimeAsync(300);
  stop();
  answer({ setting: "late" });
  await vi.advanceTimersByTimeAsync(0);
  expect(trial.shown).toBeNull();
});
