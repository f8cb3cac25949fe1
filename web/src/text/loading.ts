/** Texts are fetched by language and by group: a page has no words that nobody reads there. */
import loaders from "virtual:text-loaders";
import type { Language } from "../generated/languages";
import type areas from "./areas.json";

/** A group of the catalogue's areas, as `areas.json` lists them. */
export type Group = keyof typeof areas;
export type Texts = Readonly<Record<string, string>>;

export async function load(language: Language, group: Group): Promise<Texts> {
  const loader = loaders[`${language}/${group}`];
  if (loader === undefined) throw new Error(`no texts ${group} in ${language}`);
  return (await loader()).default;
}
