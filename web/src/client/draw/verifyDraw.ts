/** Verifies a draw in the browser from a game's record, so that nobody has to trust the server. */
import { commitmentOf, seedOf } from "./commitment";
import {
  replayCards,
  replayDice,
  type Hand,
  type ReplayedDraw,
  type SettlingStep,
} from "./replayDraw";
import { formatSetting, type Numbers } from "../fiveNumbers";
import type { ObservedDraw } from "./observedDraw";

/** One comparison: what the record says, and what it should say. */
export interface Check {
  readonly holds: boolean;
  readonly found: string;
  readonly expected: string;
}

export interface VerifiedDraw {
  readonly holds: boolean;
  /** Whether the server's share matches its commitment. */
  readonly commitment: Check;
  /** Whether the seed is the hash of all shares. */
  readonly seed: Check;
  /** Whether the game's numbers follow from the seed. */
  readonly numbers: Check;
  /** Whether it matches what this browser observed; null: it observed nothing. */
  readonly matchesObservation: boolean | null;
  readonly share: string;
  readonly shares: readonly string[];
  /** The drawn and kept cards; empty for dice. */
  readonly hands: readonly Hand[];
}

interface Draw {
  readonly commitment: string;
  readonly share: string;
  readonly shares: readonly string[];
}

interface Settling {
  readonly how: "dice" | "cards";
  readonly size: number;
  readonly players: number;
  readonly seed: string;
  readonly steps: readonly SettlingStep[];
  readonly settled: string;
}

type Rules = Numbers & { readonly size: number; readonly players: number };

const UNREADABLE: Check = { holds: false, found: "?", expected: "?" };
const MALFORMED: VerifiedDraw = {
  holds: false,
  commitment: UNREADABLE,
  seed: UNREADABLE,
  numbers: UNREADABLE,
  matchesObservation: null,
  share: "",
  shares: [],
  hands: [],
};

/**
 * Checks everything that can be checked of a record's draw; null if the record has none.
 * A malformed draw does not hold.
 */
export function verifyDraw(
  record: unknown,
  observed: ObservedDraw | null = null,
): VerifiedDraw | null {
  const { table, setting, rules } = asObject(record);
  const draw = asObject(table)["draw"] ?? null;
  if (draw === null && observed === null) return null;
  if (!isDraw(draw) || !isSettling(setting) || !isRules(rules)) return MALFORMED;
  const replayed = replay(setting);
  const commitment = compare(draw.commitment, commitmentOf(draw.share));
  const seed = compare(setting.seed, seedOf(draw.share, draw.shares));
  const played = formatGame(rules, formatSetting(rules));
  const numbers = compare(played, formatGame(setting, replayed.settled ?? "?"));
  const matchesObservation = observed && matchesObserved(draw, observed);
  const claimed = setting.settled === replayed.settled && draw.shares.length === rules.players;
  return {
    holds:
      commitment.holds && seed.holds && numbers.holds && claimed && matchesObservation !== false,
    commitment,
    seed,
    numbers,
    matchesObservation,
    share: draw.share,
    shares: draw.shares,
    hands: replayed.hands,
  };
}

function replay({ how, size, players, seed, steps }: Settling): ReplayedDraw {
  return (how === "dice" ? replayDice : replayCards)(size, players, seed, steps);
}

/** A share that was not given in time is empty in the record, and was not observed. */
function matchesObserved(draw: Draw, observed: ObservedDraw): boolean {
  return (
    draw.commitment === observed.commitment &&
    observed.shares.every((share, seat) => share === null || share === draw.shares[seat])
  );
}

/** The beginning of a line of rules. */
function formatGame({ size, players }: { size: number; players: number }, setting: string): string {
  return `${size}x${size} ${players}p ${setting}`;
}

function compare(found: string, expected: string): Check {
  return { holds: found === expected, found, expected };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isDraw(value: unknown): value is Draw {
  const { commitment, share, shares } = asObject(value);
  return typeof commitment === "string" && isLine(share) && isListOf(shares, isLine);
}

function isSettling(value: unknown): value is Settling {
  const { how, size, players, seed, steps, settled } = asObject(value);
  const isKnown = how === "dice" || how === "cards";
  const isTable = isWithin(size, 3, 25) && isWithin(players, 2, 6);
  return isKnown && isTable && isText(seed) && isText(settled) && isListOf(steps, isStep);
}

function isStep(value: unknown): value is SettlingStep {
  const { do: name, by, index } = asObject(value);
  return isText(name) && typeof by === "number" && ["number", "undefined"].includes(typeof index);
}

function isRules(value: unknown): value is Rules {
  const rules = asObject(value);
  return ["size", "players", "a", "b", "c", "d", "e"].every((key) => Number.isInteger(rules[key]));
}

/** A share must be one line: with line feeds, two lists of shares could hash to one seed. */
function isLine(value: unknown): value is string {
  return isText(value) && !value.includes("\n") && !/\p{Surrogate}/u.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}
