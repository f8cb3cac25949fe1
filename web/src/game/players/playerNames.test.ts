import { expect, test } from "vitest";
import { ownSeat } from "./playerNames";

test("who has one seat online is “you”; who shares a device, or watches, is not", () => {
  expect(ownSeat([1], undefined)).toBe(1);
  expect(ownSeat([1], "device")).toBeNull();
  expect(ownSeat([0, 1], "online")).toBeNull();
  expect(ownSeat([], "online")).toBeNull();
});
