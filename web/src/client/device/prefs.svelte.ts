/** The user's preferences, stored in this browser. */
import { pickLanguage } from "../../text/pickLanguage";
import { switchLanguage, type Language } from "../../text/say.svelte";

export type Theme = "system" | "light" | "dark";

export interface Prefs {
  /** null: the browser's language. */
  language: Language | null;
  theme: Theme;
  sound: boolean;
  coordinates: boolean;
  /** Whether a second tap must confirm a placement: always, only on small screens, or never. */
  confirm: "always" | "small" | "never";
  /** Physical keys, by `KeyboardEvent.code`: their place is the same under every keyboard layout. */
  keys: { shout: string; accept: string; pass: string };
  notify: boolean;
}

export const DEFAULT_PREFS: Prefs = {
  language: null,
  theme: "system",
  sound: true,
  coordinates: true,
  confirm: "small",
  keys: { shout: "KeyG", accept: "KeyA", pass: "KeyP" },
  notify: false,
};

const STORAGE_KEY = "grav.prefs";
let stored = $state.raw<Prefs>(read());

export function prefs(): Readonly<Prefs> {
  return stored;
}

export function changePrefs(change: Partial<Prefs>): void {
  stored = { ...stored, ...change };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  if ("theme" in change) showTheme();
  if ("language" in change) {
    dropLanguageFromAddress();
    void switchLanguage(wantedLanguage());
  }
}

/** The language: `?lang=` of the address, else the preference, else the browser's. */
export function wantedLanguage(): Language {
  const fromAddress = new URLSearchParams(location.search).get("lang");
  return pickLanguage([fromAddress, stored.language, ...navigator.languages]);
}

/** Removes `?lang=` from the address: a choice overrides what a link asked for. */
function dropLanguageFromAddress(): void {
  const here = new URL(location.href);
  if (!here.searchParams.has("lang")) return;
  here.searchParams.delete("lang");
  history.replaceState(null, "", here);
}

export function showTheme(): void {
  const dark =
    stored.theme === "dark" ||
    (stored.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** The stored preferences over the defaults: they may be of another version, or edited by hand. */
function read(): Prefs {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    if (typeof found !== "object" || found === null) return DEFAULT_PREFS;
    const merged = { ...DEFAULT_PREFS, ...found } as Prefs;
    return { ...merged, keys: { ...DEFAULT_PREFS.keys, ...merged.keys } };
  } catch {
    return DEFAULT_PREFS;
  }
}
