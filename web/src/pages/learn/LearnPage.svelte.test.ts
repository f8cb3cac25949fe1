import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadTextGroup, switchLanguage } from "../../text/say.svelte";
import LearnPage from "./LearnPage.svelte";
import { COURSE } from "./course.fixture";
import { readDone } from "./courseProgress";

const { go, openTable } = vi.hoisted(() => ({ go: vi.fn(), openTable: vi.fn() }));
vi.mock("../../router.svelte", () => ({ go }));
vi.mock("../../setup/openTable", () => ({ openTable }));

const props = $state({ route: { page: "learn" as const, lesson: null as string | null } });
let page: Record<string, unknown> | undefined;

async function open(lesson: string | null): Promise<void> {
  props.route = { page: "learn", lesson };
  page ??= mount(LearnPage, { target: document.body, props });
  await expect.poll(() => document.querySelector("h1")).not.toBeNull();
  flushSync();
}

const status = () => document.querySelector(".panel [role=status]")?.textContent ?? "";
const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>("button, a.button")].find((each) =>
    each.textContent?.trim().startsWith(text),
  );

async function pick(at: string): Promise<void> {
  document.querySelector<HTMLElement>(`[data-at="${at}"]`)?.click();
  await settle();
}

async function settle(): Promise<void> {
  flushSync();
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
}

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("course");
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  localStorage.clear();
  go.mockReset();
  openTable.mockReset();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(COURSE)));
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined })); // no motion
});
afterEach(() => {
  if (page) void unmount(page);
  page = undefined;
  vi.unstubAllGlobals();
});

test("all steps are listed, and the button leads to the first", async () => {
  await open(null);
  expect(document.querySelectorAll("ol li")).toHaveLength(9);
  expect(button("Begin")?.getAttribute("href")).toBe("/learn/distance");
});

test("a wrong point is explained; after the right one, the button to continue has the focus", async () => {
  await open("distance");
  expect(document.activeElement?.tagName).toBe("H1");
  await pick("b1");
  expect(status()).toContain("1 step from b2; 2 to 4 allowed");
  expect(readDone().size).toBe(0);
  await pick("c3");
  expect(status()).toContain("Your stone is on c3.");
  expect(status()).toContain("At least 2 steps, at most 4");
  expect([...readDone()]).toEqual(["distance"]);
  expect(document.activeElement).toBe(button("Next"));
  expect(button("Next")?.getAttribute("href")).toBe("/learn/shape");
});

test("the keys of a game answer a stone, and Enter continues", async () => {
  await open("shout");
  const press = (code: string) =>
    window.dispatchEvent(new KeyboardEvent("keydown", { code, cancelable: true }));
  press("KeyA");
  await settle();
  expect(status()).toContain("You let it stand");
  press("KeyG");
  await settle();
  expect(status()).toContain("You saw it.");
  expect(document.querySelector("svg.seal")).not.toBeNull();
  press("Enter");
  expect(go).toHaveBeenCalledWith("/learn/remove");
});

test("the next lesson starts fresh, with the focus on its heading", async () => {
  await open("distance");
  await pick("c3");
  await open("shape");
  await settle();
  expect(status()).toBe("");
  expect(document.activeElement?.textContent).toBe("Shapes");
});

test("a first game opens its table", async () => {
  await open("first_game");
  button("Open the table")?.click();
  await settle();
  expect(openTable).toHaveBeenCalledWith(COURSE.games[0]?.table);
  expect([...readDone()]).toEqual(["first_game"]);
});

test("the end suggests what to do next, and an unknown lesson shows the list", async () => {
  await open("onward");
  const ways = [...document.querySelectorAll("a.card")].map((way) => way.getAttribute("href"));
  expect(ways).toEqual(["/spot", "/", "/rules"]);
  await open("nonsense");
  await settle();
  expect(go).toHaveBeenCalledWith("/learn", { replace: true });
});

test("a failed request of the course is reported, and can be repeated", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new Error("away")));
  await open("distance");
  await expect.poll(() => document.querySelector("[role=alert]")).not.toBeNull();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(COURSE)));
  document.querySelector<HTMLElement>("button.primary")?.click();
  await expect.poll(() => document.querySelector(".panel")).not.toBeNull();
});
