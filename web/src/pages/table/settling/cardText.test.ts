import { beforeAll, expect, test } from "vitest";
import { switchLanguage } from "../../../text/say.svelte";
import { parseCard, explainCard } from "./cardText";

beforeAll(() => switchLanguage("en"));

test("cards are parsed in the server's notation", () => {
  expect(parseCard("a 5")).toEqual({ letter: "a", value: "5" });
  expect(parseCard("c 2/3")).toEqual({ letter: "c", value: "2/3" });
  expect(parseCard("e +3")).toEqual({ letter: "e", value: "+3" });
});

test("an unknown card is null", () => {
  expect(parseCard("joker")).toBeNull();
  expect(parseCard("f 3")).toBeNull();
  expect(parseCard("")).toBeNull();
});

test("each card is explained by what it fixes", () => {
  expect(explainCard({ letter: "b", value: "4" })).toBe("squares of 4 × 4");
  expect(explainCard({ letter: "c", value: "1/2" })).toBe("1/2 of the square at most");
  expect(explainCard({ letter: "d", value: "1" })).toBe("1 step away at least");
  expect(explainCard({ letter: "e", value: "+3" })).toBe("3 steps farther than d at most");
});
