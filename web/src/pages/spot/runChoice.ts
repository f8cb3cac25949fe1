/** The options of a run: rule, size, difficulty, mode; the last ones are stored in this browser. */
import { readStored, writeStored } from "../../client/device/storage";

const CHOICE_KEY = "grav.spot.choice";

export const RULES = ["continuity", "density", "distance"] as const;
export const RULE_OPTIONS = ["all", ...RULES] as const;
export const SIZES = [5, 7, 9, 13, 19] as const;
export const GRADES = ["easy", "medium", "hard"] as const;
export const MODES = ["clock", "streak"] as const;

export type RuleName = (typeof RULES)[number];
export type RunMode = (typeof MODES)[number];

export interface RunChoice {
  readonly rule: (typeof RULE_OPTIONS)[number];
  readonly size: (typeof SIZES)[number];
  readonly grade: (typeof GRADES)[number];
  readonly mode: RunMode;
}

export const DEFAULT_CHOICE: RunChoice = { rule: "all", size: 7, grade: "easy", mode: "clock" };

/** Returns every combination, in the order of the list. */
export function allChoices(): readonly RunChoice[] {
  return MODES.flatMap((mode) =>
    RULE_OPTIONS.flatMap((rule) =>
      SIZES.flatMap((size) => GRADES.map((grade) => ({ rule, size, grade, mode }))),
    ),
  );
}

/**
 * Parses a stored choice; it may be old or edited by hand, so invalid values become the defaults.
 */
export function parseChoice(stored: unknown): RunChoice {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return {
    rule: oneOf(found["rule"], RULE_OPTIONS, DEFAULT_CHOICE.rule),
    size: oneOf(found["size"], SIZES, DEFAULT_CHOICE.size),
    grade: oneOf(found["grade"], GRADES, DEFAULT_CHOICE.grade),
    mode: oneOf(found["mode"], MODES, DEFAULT_CHOICE.mode),
  };
}

function oneOf<T>(found: unknown, known: readonly T[], otherwise: T): T {
  return known.find((each) => each === found) ?? otherwise;
}

/** Reads the stored options of the last run. */
export function readChoice(): RunChoice {
  return parseChoice(readStored(CHOICE_KEY));
}

export function storeChoice(choice: RunChoice): void {
  writeStored(CHOICE_KEY, choice);
}
