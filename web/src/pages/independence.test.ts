/** Pages do not import each other: what several of them need is in a folder beside `pages`. */
import { expect, test } from "vitest";
import packages from "../../package.json";

const SOURCES = import.meta.glob<string>("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const IMPORT = /(?<![\w.])(?:from|import|mock\(|import\()\s*["']([^"'\s]+)["']/g;
/** Names of imported packages, and prefixes of built-in and virtual modules. */
const PACKAGES = Object.keys(packages.devDependencies);
const PREFIXES = ["node:", "virtual:"];

function isOfPackage(specifier: string): boolean {
  const isPackage = PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return isPackage || PREFIXES.some((prefix) => specifier.startsWith(prefix));
}

/**
 * Returns the page that a file belongs to: its folder, or a component directly in `pages`; null for
 * the list of pages, and for shared files.
 */
function pageOf(path: string): string | null {
  return (
    /^\/src\/pages\/(?:([^/]+)\/|(\w+Page)\.svelte$)/.exec(path)?.slice(1).find(Boolean) ?? null
  );
}

const specifiers = Object.entries(SOURCES).flatMap(([name, source]) => {
  const file = new URL(name, "file:///src/pages/").pathname;
  return [...source.matchAll(IMPORT)].map(([, specifier = ""]) => ({ file, specifier }));
});
const imports = specifiers
  .filter(({ specifier }) => specifier.startsWith("."))
  .map(({ file, specifier }) => ({ file, to: new URL(specifier, `file://${file}`).pathname }));

test("the test finds the imports", () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.some(({ file, to }) => pageOf(file) !== null && pageOf(to) !== null)).toBe(true);
});

test("every import is relative or of a package, so that the tests below see it", () => {
  const others = specifiers.filter(
    ({ specifier }) => !specifier.startsWith(".") && !isOfPackage(specifier),
  );
  expect(others).toEqual([]);
});

test("a component directly in the folder is a page, the list of pages is none", () => {
  expect(pageOf("/src/pages/NotFoundPage.svelte")).toBe("NotFoundPage");
  expect(pageOf("/src/pages/index.ts")).toBeNull();
});

test("no page imports another page", () => {
  const wrong = imports.filter(({ file, to }) => {
    const from = pageOf(file);
    return from !== null && pageOf(to) !== null && pageOf(to) !== from;
  });
  expect(wrong).toEqual([]);
});

test("no shared file imports a page", () => {
  const wrong = imports.filter(
    ({ file, to }) => !file.startsWith("/src/pages/") && pageOf(to) !== null,
  );
  expect(wrong).toEqual([]);
});
