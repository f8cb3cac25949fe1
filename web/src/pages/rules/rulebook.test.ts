import { expect, test } from "vitest";
import { fetchTexts } from "../../text/say.svelte";
import { RULEBOOK } from "./rulebook";
import { CENTRES, NESTED, sidesOf, stonesIn } from "./shapePictures";

/** Texts that belong to the page or to a figure, not to a section. */
const ELSEWHERE =
  /^rulebook\.(title|about|to_course|contents|try|turn_round|(column|shape|nested)_\w+|nested|shout_(asked|show))$/;
/** The keys of the rulebook's texts about a part of an edition. */
const PART_OF_BOOK = /^parts\.\w+_book(_\w+)?$/;

test("every section has a unique id, and every text occurs once", async () => {
  const ids = RULEBOOK.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const keys = RULEBOOK.flatMap(({ title, pieces }) => [
    title,
    ...pieces.flatMap((piece) => {
      if (piece.is === "text") return [piece.key];
      return piece.is === "figure" ? [] : piece.keys;
    }),
  ]);
  const parts = Object.keys(await fetchTexts("en", "always")).filter((key) =>
    PART_OF_BOOK.test(key),
  );
  const own = Object.keys(await fetchTexts("en", "rulebook")).filter((key) => !ELSEWHERE.test(key));
  const texts = [...own, ...parts];
  expect([...keys].sort()).toEqual(texts.sort());
});

test("every rule has its interactive figure", () => {
  const figures = RULEBOOK.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.is === "figure" ? [piece.figure] : [])),
  );
  expect(figures).toEqual([
    "numbers",
    "continuity",
    "density",
    "distance",
    "centres",
    "nested",
    "shout",
    "editions",
  ]);
});

test("a centre lies between the points in its name", () => {
  expect(sidesOf("c3")).toEqual({ first: "c3", second: "c3" });
  expect(sidesOf("c2/c3")).toEqual({ first: "c2", second: "c3" });
});

test("the stones of every shape lie on its board", () => {
  for (const picture of [...CENTRES, NESTED]) {
    const stones = stonesIn(picture);
    for (const { points } of picture.shapes) {
      expect(points.filter((at) => !stones.has(at))).toEqual([]);
    }
  }
});
