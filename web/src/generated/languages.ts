// Written by `python -m web.generate`. Change grav/text/languages.py instead.

export const LANGUAGES = ["en", "ja", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LanguageTraits {
  /** Its name in itself. */
  readonly ownName: string;
  /** The length of units on a clock. */
  readonly clockUnits: "narrow" | "short";
  /** Whether a sentence sets a space between a number and its unit of time. */
  readonly hasSpaceBeforeUnit: boolean;
}

export const LANGUAGE_TRAITS: Readonly<Record<Language, LanguageTraits>> = {
  en: {"ownName": "English", "clockUnits": "narrow", "hasSpaceBeforeUnit": true},
  ja: {"ownName": "日本語", "clockUnits": "short", "hasSpaceBeforeUnit": false},
  ko: {"ownName": "한국어", "clockUnits": "narrow", "hasSpaceBeforeUnit": true},
};
