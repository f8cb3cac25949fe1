/** Picks the best of the supported languages. */
import { LANGUAGES, type Language } from "../generated/languages";

/** Returns the first supported language of the list; English if none is. */
export function pickLanguage(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const code = wish?.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find((language) => language === code);
    if (found !== undefined) return found;
  }
  return "en";
}
