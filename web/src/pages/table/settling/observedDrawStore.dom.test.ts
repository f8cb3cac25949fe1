import { beforeEach, expect, test } from "vitest";
import { storeObservedDraw, loadObservedDraw } from "./observedDrawStore";

const SEEN = { commitment: "3b41", shares: ["one", null] };
beforeEach(() => localStorage.clear());

test("an observed draw is found again, only under its own table", () => {
  storeObservedDraw("one", SEEN);
  expect(loadObservedDraw("one")).toEqual(SEEN);
  expect(loadObservedDraw("two")).toBeNull();
});

test("a later observation of the same table replaces the earlier", () => {
  storeObservedDraw("one", SEEN);
  storeObservedDraw("one", { ...SEEN, shares: ["one", "two"] });
  expect(loadObservedDraw("one")?.shares).toEqual(["one", "two"]);
});

test("the oldest entries are removed first", () => {
  for (let index = 0; index < 40; index++) storeObservedDraw(`table ${index}`, SEEN);
  expect(loadObservedDraw("table 0")).toBeNull();
  expect(loadObservedDraw("table 39")).toEqual(SEEN);
});

test("invalid entries are ignored", () => {
  localStorage.setItem("grav.witnesses", '[["one", null], 5, ["two"]]');
  expect(loadObservedDraw("one")).toBeNull();
  localStorage.setItem("grav.witnesses", "no JSON");
  expect(loadObservedDraw("one")).toBeNull();
});
