import { beforeAll, expect, test } from "vitest";
import type { Chair } from "../generated/messages";
import { switchLanguage } from "../text/say.svelte";
import { chairNameOrYou } from "./chairNames";

beforeAll(() => switchLanguage("en"));
const chair = (change: Partial<Chair>): Chair => ({
  kind: "person",
  name: null,
  level: null,
  ...change,
});

test("the user's only seat is “You”; of several, each has its name", () => {
  expect(chairNameOrYou(chair({ name: "mina" }), 1, [1])).toBe("You");
  expect(chairNameOrYou(chair({ name: "mina" }), 1, [0, 1])).toBe("mina");
  expect(chairNameOrYou(chair({ kind: "guest" }), 1, [0, 1])).toBe("Guest 2");
});

test("people have their names, guests and empty seats a number", () => {
  expect(chairNameOrYou(chair({ name: "mina" }), 0, [1])).toBe("mina");
  expect(chairNameOrYou(chair({ kind: "guest" }), 0, [])).toBe("Guest 1");
  expect(chairNameOrYou(chair({ kind: "open" }), 2, [0])).toBe("Player 3");
});

test("bots have the names of their levels", () => {
  expect(chairNameOrYou(chair({ kind: "bot", level: 6 }), 1, [0])).toBe("Fox · level 6");
});
