import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import App from "./App.svelte";
import { go } from "./router.svelte";
import type { Route } from "./routes";
import { switchLanguage } from "./text/say.svelte";

const { open } = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock("./pages", () => ({ open }));
vi.mock("./ui/Header.svelte", () => ({ default: () => undefined }));

let shown: Route | undefined;
function RecordingPage(_anchor: unknown, props: { route: Route }): void {
  $effect(() => {
    shown = props.route;
  });
}

let app: Record<string, unknown> | undefined;

beforeAll(async () => {
  await switchLanguage("en");
  // jsdom has no layout and cannot scroll.
  vi.stubGlobal("scrollTo", () => undefined);
});

afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
  shown = undefined;
});

async function visit(path: string): Promise<void> {
  open.mockResolvedValue(RecordingPage);
  go(path);
  app = mount(App, { target: document.body });
  await expect.poll(() => shown).toBeDefined();
}

test("another route of the same page is shown as soon as the address changes", async () => {
  await visit("/learn/distance");
  open.mockReturnValue(new Promise(() => undefined));
  go("/learn/density");
  flushSync();
  expect(shown).toEqual({ page: "learn", lesson: "density" });
});

test("the old page stays until the next one is loaded", async () => {
  await visit("/learn/distance");
  let arrive: (page: unknown) => void = () => undefined;
  open.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  go("/settings");
  flushSync();
  expect(shown).toEqual({ page: "learn", lesson: "distance" });
  arrive(RecordingPage);
  await expect.poll(() => shown).toEqual({ page: "settings" });
});

test("going back before the next page is loaded stays on the old page", async () => {
  await visit("/learn/distance");
  let arrive: (page: unknown) => void = () => undefined;
  open.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  go("/settings");
  flushSync();
  go("/learn/distance");
  flushSync();
  arrive(RecordingPage);
  await Promise.resolve();
  flushSync();
  expect(shown).toEqual({ page: "learn", lesson: "distance" });
});
