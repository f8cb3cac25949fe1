import { expect, test } from "vitest";
import { fileName, queryFor, tableFile } from "./downloads";

const view = { move: 7, truth: true };

test("only a picture is of a move", () => {
  expect(queryFor("sgf", view)).toBe("?form=sgf");
  expect(queryFor("svg", view)).toBe("?form=svg&move=7&truth=true");
});

test("a table's files have addresses, and names that say which game and move", () => {
  expect(tableFile("t1", "grav", view)).toBe("/api/tables/t1/record?form=grav&lang=en");
  expect(fileName("t1", "svg", view)).toBe("grav-t1-7.svg");
  expect(fileName(null, "json", view)).toBe("grav-game.json");
});
