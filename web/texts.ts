/** The one catalogue of texts, as modules: `virtual:texts/ko/always` is what every page has in Korean. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const CATALOGUE = resolve(import.meta.dirname, "../src/grav/text");
const AREAS = resolve(import.meta.dirname, "src/text/areas.json");
const NAME = /^virtual:texts\/(en|ja|ko)\/(\w+)$/;

export function texts(): Plugin {
  return {
    name: "grav-texts",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language, group] = NAME.exec(id.slice(1)) ?? [];
      if (language === undefined || group === undefined) return undefined;
      const areas = JSON.parse(readFileSync(AREAS, "utf-8"))[group] as string[];
      const found: Record<string, string> = {};
      for (const area of areas) {
        const file = resolve(CATALOGUE, language, `${area}.json`);
        this.addWatchFile(file);
        const entries = JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>;
        for (const [key, text] of Object.entries(entries)) found[`${area}.${key}`] = text;
      }
      return `export default ${JSON.stringify(found)};`;
    },
  };
}
