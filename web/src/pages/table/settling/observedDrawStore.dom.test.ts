import { beforeEach, expect, test } from "vitest";
import { storeObservedDraw, loadObservedDraw } from "./observedDrawStore";

const SEEN = { commitment: "3b41", shares: ["one", null] };
beforeEach(() => localStorage.clear());

test("what was seen at a table is found again, at that table alone", () => {
  storeObservedDraw("one", SEEN);
  expect(loadObservedDraw("one")).toEqual(SEEN);
  expect(loadObservedDraw("two")).toBeNull();
});

test("the latest takes the place of what was seen before", () => {
  storeObservedDraw("one", SEEN);
  storeObservedDraw("one", { ...SEEN, shares: ["one", "two"] });
  expect(loadObservedDraw("one")?.shares).toEqual(["one", "two"]);
});

test("the oldest go first", () => {
  for (let index = 0; index < 40; index++) storeObservedDraw(`table ${index}`, SEEN);
  expect(loadObservedDraw("table 0")).toBeNull();
  expect(loadObservedDraw("table 39")).toEqual(SEEN);
});

test("what somebody else has written there is passed over", () => {
  localStorage.setItem("grav.witnesses", '[["one", null], 5, ["two"]]');
  expect(loadObservedDraw("one")).toBeNull();
  localStorage.setItem("grav.witnesses", "no JSON");
  expect(loadObservedDraw("one")).toBeNull();
});
