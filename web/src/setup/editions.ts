/** An edition with its house rules in one line, as the server writes it: `revised min_shape=6`. */
import { withDefaults } from "../client/settings";
import type { HouseRules, Settings } from "../generated/messages";
import { EDITIONS, PARTS, type Edition, type Parts } from "../generated/parts";
import { PART_NAMES, readValue, tellValue, withPart } from "./parts";

export interface Played {
  readonly edition: Edition;
  readonly parts: Parts;
}

export function tellEdition(played: Played): string {
  const told = Object.entries(houseOf(played)).map(
    ([name, value]) => `${name}=${tellValue(value)}`,
  );
  return [played.edition, ...told].join(" ");
}

/** What a table plays. */
export function editionOf(settings: Settings): string {
  const { edition, house_rules } = withDefaults(settings);
  return tellEdition({ edition, parts: { ...PARTS[edition], ...house_rules } });
}

/** Where the parts differ from those of the edition. */
export function houseOf({ edition, parts }: Played): HouseRules {
  const house = PART_NAMES.filter((name) => parts[name] !== PARTS[edition][name]);
  return Object.fromEntries(house.map((name) => [name, parts[name]]));
}

/** null for a text that says something else: addresses may be old, or written by hand. */
export function readEdition(text: string): Played | null {
  const [name, ...rest] = text.trim().split(/\s+/);
  const edition = EDITIONS.find((each) => each === name);
  if (edition === undefined) return null;
  let parts: Parts = PARTS[edition];
  for (const told of rest) {
    const [word, text = ""] = told.split("=");
    const part = PART_NAMES.find((each) => each === word);
    const value = part && readValue(part, text);
    if (part === undefined || value === undefined) return null;
    parts = withPart(parts, part, value);
  }
  return { edition, parts };
}
