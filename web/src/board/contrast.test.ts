/** Marks and letters have a contrast of at least 3:1 to what they lie on, in both themes. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const TOKENS = readFileSync(resolve(import.meta.dirname, "../ui/tokens.css"), "utf-8");
const [LIGHT = "", DARK = ""] = TOKENS.split(':root[data-theme="dark"]');
const INK = "#23160b";

function token(theme: "light" | "dark", name: string): string {
  const own = theme === "dark" ? new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(DARK) : null;
  const found = own ?? new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(LIGHT);
  if (!found?.[1]) throw new Error(`no colour ${name}`);
  return found[1];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ["light", "stone-edge"],
  ["dark", "stone-edge"],
  ["light", "brass-ink"],
  ["dark", "brass-ink"],
] as const)("in the %s theme, %s has enough contrast on a hollow", (theme, name) => {
  for (const hollow of ["hollow-light", "hollow-dark"]) {
    expect(contrast(token(theme, name), token(theme, hollow))).toBeGreaterThanOrEqual(3);
  }
});

test.each(["light", "dark"] as const)(
  "letters in the rim have enough contrast in the %s theme",
  (theme) => {
    for (const tray of ["tray-light", "tray-dark"]) {
      expect(contrast(token(theme, "tray-ink"), token(theme, tray))).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test("rings have enough contrast to the ring around them, on every background", () => {
  expect(contrast(token("light", "brass"), INK)).toBeGreaterThanOrEqual(3);
  expect(contrast(token("light", "shout"), token("light", "shout-ink"))).toBeGreaterThanOrEqual(3);
});
