/** The form of a new table: its type, options, bounds and defaults. */
import { parseSetting, type Numbers } from "../client/fiveNumbers";
import {
  EDITIONS as WRITTEN_EDITIONS,
  PARTS,
  DEFAULT_EDITION,
  type Edition,
  type Parts,
} from "../generated/parts";
import { withDefaultFirst } from "./editionParts";
import { PRESETS } from "./presets";

export const MODES = ["online", "device", "referee"] as const;
export const EDITIONS = withDefaultFirst<Edition>(DEFAULT_EDITION, WRITTEN_EDITIONS);
export const ENFORCEMENTS = ["challenge", "strict"] as const;
export const SETTLES = ["given", "dice", "cards", "agreement"] as const;
export const CLOCKS = ["none", "fischer", "per_move", "days"] as const;
export const HELPS = ["legal", "shapes", "last"] as const;
export const SITTERS = ["me", "open", "bot", "kept", "here"] as const;

export type Mode = (typeof MODES)[number];
export type Enforcement = (typeof ENFORCEMENTS)[number];
export type Settle = (typeof SETTLES)[number];
export type ClockKind = (typeof CLOCKS)[number];
export type Help = (typeof HELPS)[number];
/** `here`: a person at this device; the others except bots are only for online tables. */
export type Sitter = (typeof SITTERS)[number];

export const MIN_SEATS = 2;
export const MAX_SEATS = 6;
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const MAX_NAME_LENGTH = 40;
export const MAX_LABEL_LENGTH = 20;

export interface Place {
  readonly who: Sitter;
  /** Kept while the seat is no bot, so that switching back restores it. */
  readonly level: number;
  /** The name of the person for whom it is reserved; on one device, the label of the seat. */
  readonly name: string;
}

export interface ClockChoice {
  readonly kind: ClockKind;
  readonly minutes: number;
  readonly increment: number;
  readonly seconds: number;
  readonly days: number;
}

export interface TableForm {
  readonly mode: Mode;
  readonly size: number;
  readonly places: readonly Place[];
  readonly settle: Settle;
  readonly numbers: Numbers;
  /** By agreement: whether the numbers are the first proposal. */
  readonly proposes: boolean;
  readonly edition: Edition;
  readonly parts: Parts;
  readonly enforcement: Enforcement;
  /** The seat that begins; null: anyone may. */
  readonly first: number | null;
  readonly clock: ClockChoice;
  /** Seconds to answer a stone; null: the default for the clock. */
  readonly window: number | null;
  readonly help: Readonly<Record<Help, boolean>>;
  readonly public: boolean;
}

export const BOUNDS = {
  size: { least: 3, most: 25 },
  minutes: { least: 1, most: 180 },
  increment: { least: 0, most: 180 },
  seconds: { least: 3, most: 3600 },
  days: { least: 1, most: 14 },
} as const;

export const DEFAULT_LEVEL = 2;

export function makePlace(who: Sitter): Place {
  return { who, level: DEFAULT_LEVEL, name: "" };
}

/**
 * Returns the default table with the first game's numbers: for the user and one other, or for two
 * at one device.
 */
export function defaultForm(mode: Mode): TableForm {
  const [first] = PRESETS;
  const alone = mode !== "online";
  return {
    mode,
    size: first?.size ?? 7,
    places: alone ? [makePlace("here"), makePlace("here")] : [makePlace("me"), makePlace("open")],
    settle: "given",
    numbers: parseSetting(first?.setting ?? "3 3 4 2 4"),
    proposes: true,
    edition: DEFAULT_EDITION,
    parts: PARTS[DEFAULT_EDITION],
    enforcement: "challenge",
    first: null,
    clock: { kind: "none", minutes: 10, increment: 5, seconds: 30, days: 2 },
    window: null,
    help: { legal: false, shapes: false, last: false },
    public: false,
  };
}
