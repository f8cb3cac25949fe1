import { expect, test } from "vitest";
import { onlySeat } from "./playerNames";

test("who has one seat online is “you”; who shares a device, or watches, is not", () => {
  expect(onlySeat([1], undefined)).toBe(1);
  expect(onlySeat([1], "device")).toBeNull();
  expect(onlySeat([0, 1], "online")).toBeNull();
  expect(onlySeat([], "online")).toBeNull();
});
