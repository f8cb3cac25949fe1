/** Picks the best of the supported languages. */
import { LANGUAGES, type Language } from "../generated/languages";

/** Returns the first supported language of the list; English if none is. */
export function pickLanguage(preferred: readonly (string | null | undefined)[]): Language {
  for (const wanted of preferred) {
    const code = wanted?.toLowerCase().split(/[-_]/)[0];
    const found = LANGUAGES.find((language) => language === code);
    if (found !== undefined) return found;
  }
  return "en";
}
