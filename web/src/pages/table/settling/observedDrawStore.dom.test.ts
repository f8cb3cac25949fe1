import { beforeEach, expect, test } from "vitest";
import { keepWitness, keptWitness } from "./observedDrawStore";

const SEEN = { commitment: "3b41", shares: ["one", null] };
beforeEach(() => localStorage.clear());

test("what was seen at a table is found again, at that table alone", () => {
  keepWitness("one", SEEN);
  expect(keptWitness("one")).toEqual(SEEN);
  expect(keptWitness("two")).toBeNull();
});

test("the latest takes the place of what was seen before", () => {
  keepWitness("one", SEEN);
  keepWitness("one", { ...SEEN, shares: ["one", "two"] });
  expect(keptWitness("one")?.shares).toEqual(["one", "two"]);
});

test("the oldest go first", () => {
  for (let index = 0; index < 40; index++) keepWitness(`table ${index}`, SEEN);
  expect(keptWitness("table 0")).toBeNull();
  expect(keptWitness("table 39")).toEqual(SEEN);
});

test("what somebody else has written there is passed over", () => {
  localStorage.setItem("grav.witnesses", '[["one", null], 5, ["two"]]');
  expect(keptWitness("one")).toBeNull();
  localStorage.setItem("grav.witnesses", "no JSON");
  expect(keptWitness("one")).toBeNull();
});
