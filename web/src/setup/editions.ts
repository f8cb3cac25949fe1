/** An edition with its house rules in one line, as the server writes it: `revised min_shape=6`. */
import { withDefaults } from "../client/settings";
import type { HouseRules, Settings } from "../generated/messages";
import { BONUSES, BOUNDS, EDITIONS, PARTS, SHAPES, type Edition, type Parts } from "./form";
import { within } from "./numbers";

const NAMES = ["bonus", "shapes", "bonus_pass", "min_shape", "bonus_limit"] as const;

export interface Played {
  readonly edition: Edition;
  readonly parts: Parts;
}

export function tellEdition({ edition, parts }: Played): string {
  const told = NAMES.filter((name) => parts[name] !== PARTS[edition][name]).map(
    (name) => `${name}=${word(parts[name])}`,
  );
  return [edition, ...told].join(" ");
}

/** What a table plays. */
export function editionOf(settings: Settings): string {
  const { edition, house_rules } = withDefaults(settings);
  return tellEdition({ edition, parts: { ...PARTS[edition], ...house_rules } });
}

/** Where the parts differ from those of the edition. */
export function houseOf({ edition, parts }: Played): HouseRules {
  const house = NAMES.filter((name) => parts[name] !== PARTS[edition][name]);
  return Object.fromEntries(house.map((name) => [name, parts[name]]));
}

/** null for a text that says something else: addresses may be old, or written by hand. */
export function readEdition(text: string): Played | null {
  const [name, ...rest] = text.trim().split(/\s+/);
  const edition = EDITIONS.find((each) => each === name);
  if (edition === undefined) return null;
  let parts: Parts = PARTS[edition];
  for (const told of rest) {
    const changed = readPart(told);
    if (changed === null) return null;
    parts = { ...parts, ...changed };
  }
  return { edition, parts };
}

function readPart(told: string): Partial<Parts> | null {
  const [name, value = ""] = told.split("=");
  if (name === "bonus") {
    const bonus = BONUSES.find((each) => each === value);
    return bonus === undefined ? null : { bonus };
  }
  if (name === "shapes") {
    const shapes = SHAPES.find((each) => each === value);
    return shapes === undefined ? null : { shapes };
  }
  if (name === "bonus_pass" && (value === "yes" || value === "no")) {
    return { bonus_pass: value === "yes" };
  }
  if (name === "bonus_limit" && value === "none") return { bonus_limit: null };
  if ((name === "min_shape" || name === "bonus_limit") && /^\d{1,3}$/.test(value)) {
    const { least, most } = BOUNDS[name];
    return within(Number(value), least, most) === Number(value) ? { [name]: Number(value) } : null;
  }
  return null;
}

function word(value: Parts[keyof Parts]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value);
}
