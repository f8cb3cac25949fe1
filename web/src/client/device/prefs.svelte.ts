/** What somebody prefers, kept in this browser. */
import { languageOf } from "../../text/language";
import { speak, type Language } from "../../text/say.svelte";

export type Theme = "system" | "light" | "dark";

export interface Prefs {
  /** null: as the browser says. */
  language: Language | null;
  theme: Theme;
  sound: boolean;
  coordinates: boolean;
  /** A stone is placed by a second tap: always, only on small screens, or never. */
  confirm: "always" | "small" | "never";
  /** Physical keys, by `KeyboardEvent.code`: they stay where they are under every keyboard layout. */
  keys: { shout: string; accept: string; pass: string };
  notify: boolean;
}

export const DEFAULTS: Prefs = {
  language: null,
  theme: "system",
  sound: true,
  coordinates: true,
  confirm: "small",
  keys: { shout: "KeyG", accept: "KeyA", pass: "KeyP" },
  notify: false,
};

const PLACE = "grav.prefs";
let kept = $state.raw<Prefs>(read());

export function prefs(): Readonly<Prefs> {
  return kept;
}

export function prefer(change: Partial<Prefs>): void {
  kept = { ...kept, ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still lets one choose for now.
  }
  if ("theme" in change) showTheme();
  if ("language" in change) {
    forgetAskedLanguage();
    void speak(wantedLanguage());
  }
}

/** `?lang=` of the address, then what was chosen, then what the browser says. */
export function wantedLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return languageOf([asked, kept.language, ...navigator.languages]);
}

/** What is chosen counts for more than what a link asked for. */
function forgetAskedLanguage(): void {
  const here = new URL(location.href);
  if (!here.searchParams.has("lang")) return;
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
}

export function showTheme(): void {
  const dark =
    kept.theme === "dark" ||
    (kept.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** What was kept, where it can still be used: of another version, perhaps, or changed by hand. */
function read(): Prefs {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    if (typeof found !== "object" || found === null) return DEFAULTS;
    const merged = { ...DEFAULTS, ...found } as Prefs;
    return { ...merged, keys: { ...DEFAULTS.keys, ...merged.keys } };
  } catch {
    return DEFAULTS;
  }
}
