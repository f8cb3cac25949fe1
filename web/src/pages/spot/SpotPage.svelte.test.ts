import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTextGroup, switchLanguage } from "../../text/say.svelte";
import { DEFAULT_CHOICE } from "./runChoice";
import { bestOf, readBests } from "./bestScores";
import { storeChoice } from "./runChoice";
import SpotPage from "./SpotPage.svelte";
import { BREACH, FINE } from "./spots.fixture";

let page: Record<string, unknown>;
let isAway = false;

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("spot");
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollTo", () => undefined);
  // Reduced motion: stones appear at once.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  isAway = false;
  const spots = Array.from({ length: 5 }, () => [BREACH, FINE]).flat();
  vi.stubGlobal("fetch", () =>
    isAway
      ? Promise.reject(new Error("away"))
      : Promise.resolve(new Response(JSON.stringify({ seed: "s", first: 0, spots }))),
  );
});

afterEach(async () => {
  await unmount(page);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function passes(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

/**
 * Starts a run, and waits for the first stone, which breaks rules; legal and illegal stones
 * alternate.
 */
async function begin(mode: "clock" | "streak"): Promise<void> {
  storeChoice({ ...DEFAULT_CHOICE, size: 5, mode });
  page = mount(SpotPage, { target: document.body });
  flushSync();
  click("Begin");
  await passes(400);
}

function click(name: string): void {
  const buttons = [...document.querySelectorAll("button")];
  const found = buttons.find((each) => each.textContent.trim().startsWith(name));
  if (!found) throw new Error(`no button ${name}: ${document.body.textContent}`);
  found.click();
  flushSync();
}

/** Presses a key as under a Korean input method: `key` is not a Latin letter. */
function press(code: string): void {
  const event = { code, key: "Process", bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", event));
  flushSync();
}

function text(): string {
  return document.body.textContent.replace(/\s+/g, " ");
}

describe("a streak", () => {
  it("explains each answer, continues by Enter, and ends with the first wrong one", async () => {
    await begin("streak");
    expect(text()).toContain("The stone on e5: does it stand?");
    press("KeyG");
    expect(text()).toContain("You saw it.");
    expect(text()).toContain("3 stones at interval 2 (a1, c3, e5)");
    await passes(400);
    expect(document.activeElement?.textContent.trim()).toBe("Next");
    press("Enter");
    await passes(400);
    expect(text()).toContain("The stone on e4: does it stand?");
    press("KeyG");
    expect(text()).toContain("Wrong, that was fine.");
    await passes(400);
    click("To the result");
    expect(document.activeElement?.textContent).toBe("1 point");
    expect(text()).toContain("That is your best with these choices.");
    expect(bestOf(readBests(), { ...DEFAULT_CHOICE, size: 5, mode: "streak" })).toBe(1);
  });
});

describe("a run against the clock", () => {
  it("ends by itself, and lists all answers", async () => {
    await begin("clock");
    click("Grav!");
    await passes(300);
    click("Grav!");
    expect(text()).toContain("Wrong, that was fine.");
    await passes(3_000);
    click("It stands");
    expect(text()).toContain("Missed, that was Grav.");
    await passes(70_000);
    expect(text()).toContain("Breaches of continuity 1 of 2");
    expect(text()).toContain("Stones that were fine 0 of 1");
    expect(document.querySelectorAll("ol li")).toHaveLength(2);
    document.querySelectorAll<HTMLInputElement>("input[type=radio]")[1]?.click();
    flushSync();
    expect(document.querySelectorAll("ol li")).toHaveLength(3);
    click("1");
    expect(text()).toContain("3 stones at interval 2 (a1, c3, e5)");
    click("Once more");
    await passes(400);
    expect(text()).toContain("does it stand?");
  });

  it("pauses while the next positions cannot be loaded, and reports it", async () => {
    isAway = true;
    await begin("clock");
    await passes(90_000);
    expect(text()).toContain("The clock stands until they do.");
    isAway = false;
    click("Try again now");
    await passes(400);
    expect(text()).toContain("does it stand?");
    expect(text()).toMatch(/Time left (1:00|0:59)/);
  });
});
