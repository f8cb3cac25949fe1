/** Repeats a draw from a game's record in the browser, so that nobody has to trust the server. */
import { commitmentOf, seedOf } from "./seededDraws";
import {
  replayCards,
  replayDice,
  type Hand,
  type ReplayedDraw,
  type SettlingStep,
} from "./replayDraw";
import { formatSetting, type Numbers } from "../settings";
import type { ObservedDraw } from "./observedDraw";

/** What a record says, and what it should say. */
export interface Check {
  readonly holds: boolean;
  readonly found: string;
  readonly expected: string;
}

export interface VerifiedDraw {
  readonly holds: boolean;
  /** Is the server's share the one that it had bound itself to? */
  readonly commitment: Check;
  /** Is the seed made of all shares? */
  readonly seed: Check;
  /** Are the numbers of the game those that the seed gives? */
  readonly numbers: Check;
  /** Is it what this browser saw while it happened? null: it has not seen it. */
  readonly witnessed: boolean | null;
  readonly share: string;
  readonly shares: readonly string[];
  /** Of cards, what was drawn and kept; none for dice. */
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
const WITHOUT_SENSE: VerifiedDraw = {
  holds: false,
  commitment: UNREADABLE,
  seed: UNREADABLE,
  numbers: UNREADABLE,
  witnessed: null,
  share: "",
  shares: [],
  hands: [],
};

/**
 * Everything that can be checked of a record's draw; null, where it tells of none.
 * A draw that makes no sense does not hold.
 */
export function verifyDraw(
  record: unknown,
  witness: ObservedDraw | null = null,
): VerifiedDraw | null {
  const { table, setting, rules } = asObject(record);
  const draw = asObject(table)["draw"] ?? null;
  if (draw === null && witness === null) return null;
  if (!isDraw(draw) || !isSettling(setting) || !isRules(rules)) return WITHOUT_SENSE;
  const replayed = replay(setting);
  const commitment = compared(draw.commitment, commitmentOf(draw.share));
  const seed = compared(setting.seed, seedOf(draw.share, draw.shares));
  const played = formatGame(rules, formatSetting(rules));
  const numbers = compared(played, formatGame(setting, replayed.settled ?? "?"));
  const witnessed = witness && isAsSeen(draw, witness);
  const claimed = setting.settled === replayed.settled && draw.shares.length === rules.players;
  return {
    holds: commitment.holds && seed.holds && numbers.holds && claimed && witnessed !== false,
    commitment,
    seed,
    numbers,
    witnessed,
    share: draw.share,
    shares: draw.shares,
    hands: replayed.hands,
  };
}

function replay({ how, size, players, seed, steps }: Settling): ReplayedDraw {
  return (how === "dice" ? replayDice : replayCards)(size, players, seed, steps);
}

/** A share that was not given in time is empty in the record. */
function isAsSeen(draw: Draw, seen: ObservedDraw): boolean {
  return (
    draw.commitment === seen.commitment &&
    seen.shares.every((share, seat) => share === null || share === draw.shares[seat])
  );
}

/** As a line of rules begins. */
function formatGame({ size, players }: { size: number; players: number }, setting: string): string {
  return `${size}x${size} ${players}p ${setting}`;
}

function compared(found: string, expected: string): Check {
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

/** A share: with a line feed in it, two lists of shares could make one seed. */
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
