/** The parts of an edition by kind: their choices, notation and sentences. */
import { KINDS, PARTS, DEFAULT_EDITION, type Parts } from "../generated/parts";
import { say, type TextKey } from "../text/say.svelte";
import { clamp } from "./numberBounds";

export type PartName = keyof Parts;
export type PartValue = Parts[PartName];

type Kind =
  | { readonly is: "choice"; readonly words: readonly string[] }
  | { readonly is: "yes_no" }
  | { readonly is: "whole"; readonly least: number; readonly most: number }
  | {
      readonly is: "optional";
      readonly least: number;
      readonly most: number;
      /** The value that a form starts with when a number is wanted. */
      readonly start: number;
    };

export const PART_NAMES = Object.keys(KINDS) as readonly PartName[];

export function kindOf(name: PartName): Kind {
  return KINDS[name];
}

/** Returns the choices of a form with the default first. */
export function withDefaultFirst<T>(usual: T, all: readonly T[]): readonly T[] {
  return [usual, ...all.filter((each) => each !== usual)];
}

/** Returns the words of a choice in the order of a form. */
export function choiceWords(name: PartName): readonly string[] {
  const kind = kindOf(name);
  const usual = PARTS[DEFAULT_EDITION][name];
  if (kind.is === "yes_no") return withDefaultFirst(formatPartValue(usual), ["no", "yes"]);
  return kind.is === "choice" ? withDefaultFirst(String(usual), kind.words) : [];
}

/** Returns the parts with one of them changed. */
export function withPart(parts: Parts, name: PartName, value: PartValue): Parts {
  return { ...parts, [name]: value };
}

/** Formats a value in the line of rules. */
export function formatPartValue(value: PartValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/** Parses a word of that line; undefined if the part has no such value. */
export function parsePartValue(name: PartName, word: string): PartValue | undefined {
  const kind = kindOf(name);
  if (kind.is === "choice") return kind.words.find((each) => each === word) as PartValue;
  if (kind.is === "yes_no") return word === "yes" || word === "no" ? word === "yes" : undefined;
  if (kind.is === "optional" && word === "none") return null;
  return /^\d{1,3}$/.test(word) && isWithin(Number(word), kind) ? Number(word) : undefined;
}

/** Returns the stored value if the part can have it, else `otherwise`. */
export function repairPartValue(name: PartName, stored: unknown, otherwise: PartValue): PartValue {
  const kind = kindOf(name);
  const fits =
    kind.is === "choice"
      ? kind.words.some((each) => each === stored)
      : kind.is === "yes_no"
        ? typeof stored === "boolean"
        : (kind.is === "optional" && stored === null) ||
          (typeof stored === "number" && isWithin(stored, kind));
  return fits ? (stored as PartValue) : otherwise;
}

function isWithin(value: number, { least, most }: { least: number; most: number }): boolean {
  return clamp(value, least, most) === value;
}

/**
 * Returns the key of a part's text, by convention `parts.NAME`, `parts.NAME_VALUE` or
 * `parts.NAME_FORM_VALUE`.
 */
export function partTextKey(...words: readonly string[]): TextKey {
  return `parts.${words.join("_")}` as TextKey;
}

/** Formats a value in a word or two, for the table of editions. */
export function partValueLabel(name: PartName, value: PartValue): string {
  return typeof value === "number" ? String(value) : say(partTextKey(name, formatPartValue(value)));
}

/** Formats a value as a sentence. */
export function partValueSentence(name: PartName, value: PartValue): string {
  return typeof value === "number"
    ? say(partTextKey(name, "term"), { count: value })
    : say(partTextKey(name, "term", formatPartValue(value)));
}
