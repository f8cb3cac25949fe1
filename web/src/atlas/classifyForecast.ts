/** Classifies the figures of a forecast: which of a few sentences describes each. */
import type { ForecastShown } from "../generated/messages";
import type { PlayerKind } from "./forecastClient";

export type ChainLength = "short" | "some" | "long" | "runaway";
export type DifficultyStep = 0 | 1 | 2 | 3 | 4;

/** What the games of one kind of players say of the places in the order of play. */
export type Balance =
  { readonly kind: "even" } | { readonly kind: "little" | "clear" | "far"; readonly place: number };

/** What the games of all of them say: where they do not agree, what each does. */
export type OverallBalance =
  Balance | { readonly kind: "depends"; readonly by: readonly BalanceByPlayerKind[] };

interface BalanceByPlayerKind {
  readonly who: PlayerKind;
  readonly balance: Balance;
}

/** From no difference to the largest. */
const KINDS = ["even", "little", "clear", "far"] as const;
/** Of rarer ties nobody has to know. */
const TIES_THAT_COUNT = 0.02;
/** Standard errors that a difference has to exceed before it is told as one. */
const STANDARD_ERRORS = 2;
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

/** Who of all places wins most often, told as no more than chance allows. */
export function classifyBalance(forecast: ForecastShown): Balance {
  const shares = forecast.wins.map(({ value }) => value ?? 0);
  const [best, worst] = [Math.max(...shares), Math.min(...shares)];
  if (best - worst <= significantDifference(forecast)) return { kind: "even" };
  const kind = best - worst < CLEAR ? "little" : best - worst < FAR ? "clear" : "far";
  return { kind, place: shares.indexOf(best) + 1 };
}

/** One sentence for all who were measured, if no two of them are more than a word apart. */
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
  // A little for one place here and for another there is nothing to choose a place by.
  if (most <= KINDS.indexOf("little")) return { kind: "even" };
  return { kind: "depends", by };
}

/** Between settings that are far apart, nothing seems to differ: that is no evidence of balance. */
function isReliable(forecast: ForecastShown): boolean {
  return classifyBalance(forecast).kind !== "even" || significantDifference(forecast) < CLEAR;
}

/** What a difference between two places has to exceed before it is told as one. */
function significantDifference(forecast: ForecastShown): number {
  // Of two players one wins what the other loses; the difference is as unsure as both together.
  return STANDARD_ERRORS * 2 * Math.max(...forecast.wins.map(({ error }) => error ?? 0));
}

/** The share of games that end with equal stones, where somebody's do so often enough to be told. */
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

/** From 0 to 100: so many of a hundred settings on this board are easier to see. */
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

/** Within which length most games stay: a standard deviation to either side. */
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

/** The numbers that count for it, the nearest first; no line is broken within them. */
export function neighbourSettings(forecast: ForecastShown): readonly string[] {
  return forecast.near.map(({ setting }) => setting.replaceAll(" ", "\u00a0"));
}

/** How far the bars of wins reach: what is fair is in the middle, unless somebody wins more. */
export function winBarScale(forecasts: readonly ForecastShown[]): number {
  const shares = forecasts.flatMap(({ wins }) => wins.map(({ value }) => value ?? 0));
  const players = forecasts[0]?.wins.length ?? 2;
  return Math.min(1, Math.max(2 / players, ...shares));
}
