import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { deckFor } from "./cards";
import { sensibleSettings } from "./sensibleSettings";

const SETTLING = readFileSync(
  resolve(import.meta.dirname, "../../../../docs/settling.md"),
  "utf-8",
);

/** The rows `| n | settings | cards |` of the page that states the construction. */
const COUNTS = [...SETTLING.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) =>
  row.slice(1).map(Number),
) as [number, number, number][];

test("the numbers of settings and cards equal the table in docs/settling.md, for every size", () => {
  expect(COUNTS).toHaveLength(23);
  for (const [size, settings, cards] of COUNTS) {
    expect([sensibleSettings(size).length, deckFor(size).length]).toEqual([settings, cards]);
  }
});
