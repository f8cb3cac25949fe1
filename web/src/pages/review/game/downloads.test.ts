import { expect, test } from "vitest";
import { fileName, downloadQuery, tableFilePath } from "./downloads";

const view = { move: 7, truth: true };

test("only a picture is of a single move", () => {
  expect(downloadQuery("sgf", view)).toBe("?form=sgf");
  expect(downloadQuery("svg", view)).toBe("?form=svg&move=7&truth=true");
});

test("files of a table have URLs, and names with the game and the move", () => {
  expect(tableFilePath("t1", "grav", view)).toBe("/api/tables/t1/record?form=grav&lang=en");
  expect(fileName("t1", "svg", view)).toBe("grav-t1-7.svg");
  expect(fileName(null, "json", view)).toBe("grav-game.json");
});
