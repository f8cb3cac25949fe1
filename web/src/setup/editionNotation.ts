/** An edition with its house rules in one line, in the server's notation: `revised min_shape=6`. */
import { withDefaults } from "../client/tableSettings";
import type { HouseRules, Settings } from "../generated/messages";
import { EDITIONS, PARTS, type Edition, type Parts } from "../generated/parts";
import { PART_NAMES, parsePartValue, formatPartValue, withPart } from "./editionParts";

export interface PlayedEdition {
  readonly edition: Edition;
  readonly parts: Parts;
}

export function formatEdition(played: PlayedEdition): string {
  const houseRules = Object.entries(houseRulesOf(played)).map(
    ([name, value]) => `${name}=${formatPartValue(value)}`,
  );
  return [played.edition, ...houseRules].join(" ");
}

/** Returns the edition of a table. */
export function tableEdition(settings: Settings): string {
  const { edition, house_rules } = withDefaults(settings);
  return formatEdition({ edition, parts: { ...PARTS[edition], ...house_rules } });
}

/** Returns the parts that differ from those of the edition. */
export function houseRulesOf({ edition, parts }: PlayedEdition): HouseRules {
  const house = PART_NAMES.filter((name) => parts[name] !== PARTS[edition][name]);
  return Object.fromEntries(house.map((name) => [name, parts[name]]));
}

/** Parses the notation; null for an invalid text, as addresses may be old or written by hand. */
export function parseEdition(text: string): PlayedEdition | null {
  const [name, ...rest] = text.trim().split(/\s+/);
  const edition = EDITIONS.find((each) => each === name);
  if (edition === undefined) return null;
  let parts: Parts = PARTS[edition];
  for (const rule of rest) {
    const [word, text = ""] = rule.split("=");
    const part = PART_NAMES.find((each) => each === word);
    const value = part && parsePartValue(part, text);
    if (part === undefined || value === undefined) return null;
    parts = withPart(parts, part, value);
  }
  return { edition, parts };
}
