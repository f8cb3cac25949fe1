/** Classifies the figures of a forecast: the class selects the sentence that is shown. */
import type { ForecastShown } from "../generated/messages";
import type { PlayerKind } from "./forecastClient";

export type ChainLength = "short" | "some" | "long" | "runaway";
export type DifficultyStep = 0 | 1 | 2 | 3 | 4;

/** How the games of one kind of players compare the places in the order of play. */
export type Balance =
  { readonly kind: "even" } | { readonly kind: "little" | "clear" | "far"; readonly place: number };

/** The balance for all kinds of players; one for each if they disagree. */
export type OverallBalance =
  Balance | { readonly kind: "depends"; readonly by: readonly BalanceByPlayerKind[] };

interface BalanceByPlayerKind {
  readonly who: PlayerKind;
  readonly balance: Balance;
}

/** By rising difference. */
const KINDS = ["even", "little", "clear", "far"] as const;
/** The minimum share of ties that is shown. */
const TIES_THAT_COUNT = 0.02;
/** A difference is shown only if it exceeds this many standard errors. */
const STANDARD_ERRORS = 2;
/** A forecast may be interpolated from up to 32 settings; so many are named. */
const MAX_NEIGHBOURS_NAMED = 4;
const CLEAR = 0.1;
const FAR = 0.3;
const CHAINS = [
  [0.15, "short"],
  [0.4, "some"],
  [0.65, "long"],
] as const;

export function measuredValue(forecast: ForecastShown, measure: string): number | null {
  return forecast.measures[measure]?.value ?? null;
}

/**
 * Returns the place that wins most often, and by how much; even if the difference is not
 * significant.
 */
export function classifyBalance(forecast: ForecastShown): Balance {
  const shares = forecast.wins.map(({ value }) => value ?? 0);
  const [best, worst] = [Math.max(...shares), Math.min(...shares)];
  if (best - worst <= significantDifference(forecast)) return { kind: "even" };
  const kind = best - worst < CLEAR ? "little" : best - worst < FAR ? "clear" : "far";
  return { kind, place: shares.indexOf(best) + 1 };
}

/**
 * Returns one balance for all kinds of players if they favour the same place and their categories
 * differ by at most one step; else one for each.
 */
export function classifyOverallBalance(
  random: ForecastShown,
  others: readonly ForecastShown[] = [],
): OverallBalance {
  const by = [random, ...others.filter(isReliable)].map((forecast) => ({
    who: forecast.who,
    balance: classifyBalance(forecast),
  }));
  const balances = by.map(({ balance }) => balance);
  const steps = balances.map(({ kind }) => KINDS.indexOf(kind));
  const places = new Set(balances.flatMap((each) => (each.kind === "even" ? [] : [each.place])));
  const [most, least] = [Math.max(...steps), Math.min(...steps)];
  if (places.size <= 1 && most - least <= 1) return classifyBalance(random);
  // Small advantages of different places for different kinds of players cancel out: called even.
  if (most <= KINDS.indexOf("little")) return { kind: "even" };
  return { kind: "depends", by };
}

/**
 * Whether the forecast is precise enough to count: with large standard errors (interpolated from
 * distant settings), no difference is significant, which is no evidence of balance.
 */
function isReliable(forecast: ForecastShown): boolean {
  return classifyBalance(forecast).kind !== "even" || significantDifference(forecast) < CLEAR;
}

/** Returns the smallest difference between two places that is significant. */
function significantDifference(forecast: ForecastShown): number {
  // With two players, one wins what the other loses: the standard error of the difference is twice
  // that of one share.
  return STANDARD_ERRORS * 2 * Math.max(...forecast.wins.map(({ error }) => error ?? 0));
}

/**
 * Returns the share of games that end with equal stones; null if it is small for every kind of
 * player.
 */
export function notableTies(
  random: ForecastShown,
  others: readonly ForecastShown[] = [],
): number | null {
  const shares = [random, ...others].map((forecast) => measuredValue(forecast, "ties") ?? 0);
  return Math.max(...shares) > TIES_THAT_COUNT ? (shares[0] ?? 0) : null;
}

export function classifyChain(share: number): ChainLength {
  return CHAINS.find(([most]) => share < most)?.[1] ?? "runaway";
}

/**
 * Returns the difficulty from 0 to 100: the percentage of settings on this board that are easier to
 * see.
 */
export function classifyDifficulty(forecast: ForecastShown): {
  readonly score: number;
  readonly step: DifficultyStep;
} {
  const share = Math.min(Math.max(forecast.harder_than, 0), 1);
  return {
    score: Math.round(share * 100),
    step: Math.min(Math.floor(share * 5), 4) as DifficultyStep,
  };
}

/** Returns the range of the length of most games: the mean plus or minus one standard deviation. */
export function usualLength(
  forecast: ForecastShown,
  points: number,
): { readonly least: number; readonly most: number } | null {
  const [length, spread] = [
    measuredValue(forecast, "length"),
    measuredValue(forecast, "length_spread"),
  ];
  if (length === null || spread === null) return null;
  return {
    least: Math.max(0, Math.round(length - spread)),
    most: Math.min(points, Math.round(length + spread)),
  };
}

/**
 * Returns the settings that weigh most in an interpolated forecast, the heaviest first, with
 * no-break spaces.
 */
export function neighbourSettings(forecast: ForecastShown): readonly string[] {
  const named = forecast.near.slice(0, MAX_NEIGHBOURS_NAMED);
  return named.map(({ setting }) => setting.replaceAll(" ", "\u00a0"));
}

/**
 * Returns the share at the end of the scale: twice the fair share, or the largest share if that is
 * more.
 */
export function winBarScale(forecasts: readonly ForecastShown[]): number {
  const shares = forecasts.flatMap(({ wins }) => wins.map(({ value }) => value ?? 0));
  const players = forecasts[0]?.wins.length ?? 2;
  return Math.min(1, Math.max(2 / players, ...shares));
}
