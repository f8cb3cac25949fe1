import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { go } from "../router.svelte";
import { switchLanguage } from "../text/say.svelte";
import NavigationMenu from "./NavigationMenu.svelte";

const children = createRawSnippet(() => ({ render: () => `<a href="/learn">Learn</a>` }));
let menu: Record<string, unknown>;

beforeEach(async () => {
  await switchLanguage("en");
  menu = mount(NavigationMenu, { target: document.body, props: { children } });
  flushSync();
  button().click();
  flushSync();
});

afterEach(async () => {
  await unmount(menu);
  document.body.replaceChildren();
});

function button(): HTMLButtonElement {
  return document.querySelector("nav button") as HTMLButtonElement;
}

function link(): HTMLElement | null {
  return document.querySelector("nav a");
}

function expectClosed(): void {
  flushSync();
  expect(link()).toBeNull();
  expect(button().getAttribute("aria-expanded")).toBe("false");
}

test("a press opens the menu, and another closes it", () => {
  expect(button().getAttribute("aria-expanded")).toBe("true");
  expect(document.getElementById(button().getAttribute("aria-controls") ?? "")).not.toBeNull();
  button().click();
  expectClosed();
});

test("Escape closes the menu, is handled there, and moves the focus to the button", () => {
  link()?.focus();
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  link()?.dispatchEvent(escape);
  expectClosed();
  expect(escape.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(button());
});

test("navigation, and a focus outside, close the menu", () => {
  link()?.focus();
  go("/learn");
  expectClosed();
  expect(document.activeElement).toBe(button());
});

test("a touch outside closes the menu, one inside does not", () => {
  link()?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  flushSync();
  expect(link()).not.toBeNull();
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  expectClosed();
});
