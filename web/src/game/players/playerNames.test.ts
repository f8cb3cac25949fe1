import { expect, test } from "vitest";
import { onlySeat } from "./playerNames";

test("the user is “you” with a single seat online, not on a shared device or as a spectator", () => {
  expect(onlySeat([1], undefined)).toBe(1);
  expect(onlySeat([1], "device")).toBeNull();
  expect(onlySeat([0, 1], "online")).toBeNull();
  expect(onlySeat([], "online")).toBeNull();
});
