/**
 * Serves the catalogue of texts as virtual modules: `virtual:texts/ko/always` contains the texts
 * that every page has in Korean, and `virtual:text-loaders` imports such modules on demand.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { LANGUAGES } from "./src/generated/languages.ts";

const CATALOGUE = resolve(import.meta.dirname, "../src/grav/text");
const AREAS = resolve(import.meta.dirname, "src/text/areas.json");
const LOADERS = "virtual:text-loaders";
const TEXTS = /^virtual:texts\/(\w+)\/(\w+)$/;

export function texts(): Plugin {
  return {
    name: "grav-texts",
    resolveId: (id) => (id === LOADERS || TEXTS.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LOADERS}`) return loadersModule();
      const [, language, group] = TEXTS.exec(id.slice(1)) ?? [];
      if (language === undefined || group === undefined) return undefined;
      const found: Record<string, string> = {};
      for (const area of areasByGroup()[group] ?? []) {
        const file = resolve(CATALOGUE, language, `${area}.json`);
        this.addWatchFile(file);
        const entries = JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>;
        for (const [key, text] of Object.entries(entries)) found[`${area}.${key}`] = text;
      }
      return `export default ${JSON.stringify(found)};`;
    },
  };
}

function areasByGroup(): Record<string, readonly string[]> {
  return JSON.parse(readFileSync(AREAS, "utf-8")) as Record<string, readonly string[]>;
}

function loadersModule(): string {
  const entries = LANGUAGES.flatMap((language) =>
    Object.keys(areasByGroup()).map((group) => {
      const name = `${language}/${group}`;
      return `"${name}": () => import("virtual:texts/${name}"),`;
    }),
  );
  return `export default {\n${entries.join("\n")}\n};`;
}
