import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../generated/languages";
import { loadTextGroup, switchLanguage } from "../../text/say.svelte";
import { RULEBOOK } from "./rulebook";
import RulesPage from "./RulesPage.svelte";

vi.mock("../../examples/examples", () => ({ fetchExamples: async () => null }));

let page: Record<string, unknown> | undefined;
function open(): void {
  page = mount(RulesPage, { target: document.body });
  flushSync();
}

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("rulebook");
});
afterEach(() => {
  if (page) void unmount(page);
});

test.each(LANGUAGES)("the whole rulebook is shown in %s", async (language) => {
  await switchLanguage(language);
  open();
  const links = [...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(RULEBOOK.map(({ id }) => `#${id}`));
  for (const { id } of RULEBOOK) expect(document.getElementById(id)?.textContent, id).toBeTruthy();
});

test("changing a number updates its sentence", async () => {
  await switchLanguage("en");
  open();
  const more = document.querySelector<HTMLElement>('[aria-label="a: one more"]');
  more?.click();
  flushSync();
  expect(document.body.textContent).toContain("at most 4 at one interval on a line");
});

test("the shout shows the breach", async () => {
  await switchLanguage("en");
  open();
  const show = [...document.querySelectorAll("button")].find(
    (each) => each.textContent?.trim() === "Show me",
  );
  show?.click();
  flushSync();
  expect(document.body.textContent).toContain("4 stones at interval 2 (a4, c4, e4, g4)");
});
