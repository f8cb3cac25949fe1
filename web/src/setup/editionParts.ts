/** The parts of an edition by kind: their values as choices, as text, as sentences. */
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
      /** What a form proposes to whoever wants a number. */
      readonly start: number;
    };

export const PART_NAMES = Object.keys(KINDS) as readonly PartName[];

export function kindOf(name: PartName): Kind {
  return KINDS[name];
}

/** Choices as forms show them: what is usual comes first. */
export function withDefaultFirst<T>(usual: T, all: readonly T[]): readonly T[] {
  return [usual, ...all.filter((each) => each !== usual)];
}

/** The words of a choice, as forms show them. */
export function choiceWords(name: PartName): readonly string[] {
  const kind = kindOf(name);
  const usual = PARTS[DEFAULT_EDITION][name];
  if (kind.is === "yes_no") return withDefaultFirst(formatPartValue(usual), ["no", "yes"]);
  return kind.is === "choice" ? withDefaultFirst(String(usual), kind.words) : [];
}

/** The parts with one of them changed. */
export function withPart(parts: Parts, name: PartName, value: PartValue): Parts {
  return { ...parts, [name]: value };
}

/** A value as the line of rules has it. */
export function formatPartValue(value: PartValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}

/** The value that a word of that line says; undefined for any other word. */
export function parsePartValue(name: PartName, word: string): PartValue | undefined {
  const kind = kindOf(name);
  if (kind.is === "choice") return kind.words.find((each) => each === word) as PartValue;
  if (kind.is === "yes_no") return word === "yes" || word === "no" ? word === "yes" : undefined;
  if (kind.is === "optional" && word === "none") return null;
  return /^\d{1,3}$/.test(word) && isWithin(Number(word), kind) ? Number(word) : undefined;
}

/** What was kept, if it is a value that the part can have. */
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

/** The texts of parts are found by convention: `parts.NAME`, `parts.NAME_VALUE`, `parts.NAME_FORM_VALUE`. */
export function partTextKey(...words: readonly string[]): TextKey {
  return `parts.${words.join("_")}` as TextKey;
}

/** A value in a word or two, as a table of editions has it. */
export function partValueLabel(name: PartName, value: PartValue): string {
  return typeof value === "number" ? String(value) : say(partTextKey(name, formatPartValue(value)));
}

/** A value as a sentence of its own. */
export function partValueSentence(name: PartName, value: PartValue): string {
  return typeof value === "number"
    ? say(partTextKey(name, "term"), { count: value })
    : say(partTextKey(name, "term", formatPartValue(value)));
}
