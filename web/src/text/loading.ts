/** Texts are fetched by language and by group: a page has no words that nobody reads there. */
import type { Language } from "../generated/texts";

export type Group =
  "always" | "review" | "course" | "rulebook" | "spot" | "account" | "forecast" | "atlas";
export type Texts = Readonly<Record<string, string>>;

const FILES: Readonly<Record<`${Language}/${Group}`, () => Promise<{ default: Texts }>>> = {
  "en/always": () => import("virtual:texts/en/always"),
  "ja/always": () => import("virtual:texts/ja/always"),
  "ko/always": () => import("virtual:texts/ko/always"),
  "en/review": () => import("virtual:texts/en/review"),
  "ja/review": () => import("virtual:texts/ja/review"),
  "ko/review": () => import("virtual:texts/ko/review"),
  "en/course": () => import("virtual:texts/en/course"),
  "ja/course": () => import("virtual:texts/ja/course"),
  "ko/course": () => import("virtual:texts/ko/course"),
  "en/rulebook": () => import("virtual:texts/en/rulebook"),
  "ja/rulebook": () => import("virtual:texts/ja/rulebook"),
  "ko/rulebook": () => import("virtual:texts/ko/rulebook"),
  "en/spot": () => import("virtual:texts/en/spot"),
  "ja/spot": () => import("virtual:texts/ja/spot"),
  "ko/spot": () => import("virtual:texts/ko/spot"),
  "en/account": () => import("virtual:texts/en/account"),
  "ja/account": () => import("virtual:texts/ja/account"),
  "ko/account": () => import("virtual:texts/ko/account"),
  "en/forecast": () => import("virtual:texts/en/forecast"),
  "ja/forecast": () => import("virtual:texts/ja/forecast"),
  "ko/forecast": () => import("virtual:texts/ko/forecast"),
  "en/atlas": () => import("virtual:texts/en/atlas"),
  "ja/atlas": () => import("virtual:texts/ja/atlas"),
  "ko/atlas": () => import("virtual:texts/ko/atlas"),
};

export async function load(language: Language, group: Group): Promise<Texts> {
  return (await FILES[`${language}/${group}`]()).default;
}
