import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { switchLanguage } from "../text/say.svelte";
import { stonesOf } from "./points";
import TextBoard from "./TextBoard.svelte";
import type { PointName } from "./types";

let shown: Record<string, unknown> | undefined;

function open(onpick?: (at: PointName) => void): HTMLElement {
  const stones = stonesOf(["0.1", "...", ".0."]);
  const props = { size: 3, stones, onpick, isPickable: (at: PointName) => !stones.has(at) };
  shown = mount(TextBoard, { target: document.body, props });
  const details = document.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  flushSync();
  return details;
}

function type(text: string): string | null | undefined {
  const input = document.querySelector("input") as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  flushSync();
  return document.querySelector('[role="status"]')?.textContent;
}

beforeAll(() => switchLanguage("en"));

afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

test("rows are listed from the top", () => {
  const rows = [...open().querySelectorAll("li")].map((row) => row.textContent);
  expect(rows).toEqual(["Row 3: a3 player 1, c3 player 2", "Row 2: empty", "Row 1: b1 player 1"]);
  expect(document.querySelector("form")).toBeNull();
});

test("a point can be typed and picked", () => {
  const onpick = vi.fn();
  open(onpick);
  expect(type("z9")).toContain("z9");
  expect(type("a3")).toContain("a3");
  expect(onpick).not.toHaveBeenCalled();
  expect(type(" B2 ")).toBe("");
  expect(onpick.mock.calls).toEqual([["b2"]]);
});
