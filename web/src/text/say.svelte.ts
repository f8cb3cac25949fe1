/** The texts of the pages, by key. Whatever calls `say` is rendered again when the language changes. */
import type { Language } from "../generated/languages";
import type { TextKey } from "../generated/texts";
import loaders from "virtual:text-loaders";
import type areas from "./areas.json";
import { fillTemplate, type Values } from "./template";

export type { Language } from "../generated/languages";
export type { TextKey } from "../generated/texts";
/** A group of text areas: what a page needs in addition to the common texts. */
export type TextGroup = keyof typeof areas;

type Texts = Readonly<Record<string, string>>;

let language = $state<Language>("en");
let texts = $state.raw<Texts>({});
const groups = new Set<TextGroup>();

export function currentLanguage(): Language {
  return language;
}

/** Loads the groups loaded so far in another language, and then switches to it at once. */
export async function switchLanguage(wanted: Language): Promise<void> {
  groups.add("always");
  const found = await Promise.all([...groups].map((group) => fetchTexts(wanted, group)));
  texts = Object.assign({}, ...found) as Texts;
  language = wanted;
}

/** Loads a page's group of texts; must be awaited before the page is shown. */
export async function loadTextGroup(group: TextGroup): Promise<void> {
  if (groups.has(group)) return;
  const found = await fetchTexts(language, group);
  groups.add(group);
  texts = { ...texts, ...found };
}

/** Returns a text with its values filled in. Lists are joined by the separator of the language. */
export function say(
  key: TextKey,
  values: Readonly<Record<string, string | number | readonly (string | number)[]>> = {},
): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  const joined: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    joined[name] = typeof value === "object" ? value.join(texts["list.separator"] ?? ", ") : value;
  }
  return fillTemplate(text, joined as Values);
}

/** Fetches texts by language and group, so that no page loads those of others. */
export async function fetchTexts(wanted: Language, group: TextGroup): Promise<Texts> {
  const loader = loaders[`${wanted}/${group}`];
  if (loader === undefined) throw new Error(`no texts ${group} in ${wanted}`);
  return (await loader()).default;
}
