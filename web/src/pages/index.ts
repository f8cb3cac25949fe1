/** The pages, each loaded when it is first opened, with its own group of texts. */
import type { Component } from "svelte";
import type { Route } from "../routes";
import { loadTextGroup, type TextGroup } from "../text/say.svelte";

/** Each page takes the kind of route that it is for. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Component is invariant in its props
export type Page = Component<any>;

interface Entry {
  readonly load: () => Promise<{ default: Page }>;
  readonly texts?: readonly TextGroup[];
}

const PAGES: Readonly<Partial<Record<Route["page"], Entry>>> = {
  home: { load: () => import("./home/HomePage.svelte"), texts: ["forecast"] },
  new: { load: () => import("./new/NewTablePage.svelte"), texts: ["forecast"] },
  table: { load: () => import("./table/TablePage.svelte"), texts: ["forecast"] },
  device: { load: () => import("./new/DevicePage.svelte"), texts: ["forecast"] },
  account: { load: () => import("./account/AccountPage.svelte"), texts: ["account"] },
  games: { load: () => import("./account/games/GamesPage.svelte"), texts: ["account"] },
  settings: { load: () => import("./settings/SettingsPage.svelte") },
  review: { load: () => import("./review/ReviewPage.svelte"), texts: ["review"] },
  spot: { load: () => import("./spot/SpotPage.svelte"), texts: ["spot"] },
  learn: { load: () => import("./learn/LearnPage.svelte"), texts: ["course"] },
  atlas: { load: () => import("./atlas/AtlasPage.svelte"), texts: ["forecast", "atlas"] },
  rules: { load: () => import("./rules/RulesPage.svelte"), texts: ["rulebook"] },
  missing: { load: () => import("./NotFoundPage.svelte") },
};

export async function open(page: Route["page"]): Promise<Page> {
  const entry = PAGES[page] ?? PAGES.missing;
  if (!entry) throw new Error(`no page ${page}`);
  const [module] = await Promise.all([entry.load(), ...(entry.texts ?? []).map(loadTextGroup)]);
  return module.default;
}
