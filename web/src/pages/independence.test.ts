/** A page knows no other page: what several of them need is in a folder beside `pages`. */
import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const IMPORT = /(?:from|import|mock\(|import\()\s*["'](\.[^"']+)["']/g;

/** The page that a file belongs to; null for the list of pages, and for all that is shared. */
function pageOf(path: string): string | null {
  return /^\/src\/pages\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const imports = Object.entries(SOURCES).flatMap(([name, source]) => {
  const file = new URL(name, "file:///src/pages/").pathname;
  return [...source.matchAll(IMPORT)].map(([, to]) => ({
    file,
    to: new URL(to ?? "", `file://${file}`).pathname,
  }));
});

test("imports are found", () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.some(({ file, to }) => pageOf(file) !== null && pageOf(to) !== null)).toBe(true);
});

test("no page imports a page", () => {
  const wrong = imports.filter(({ file, to }) => {
    const from = pageOf(file);
    return from !== null && pageOf(to) !== null && pageOf(to) !== from;
  });
  expect(wrong).toEqual([]);
});

test("nothing that is shared imports a page", () => {
  const wrong = imports.filter(
    ({ file, to }) => !file.startsWith("/src/pages/") && pageOf(to) !== null,
  );
  expect(wrong).toEqual([]);
});
