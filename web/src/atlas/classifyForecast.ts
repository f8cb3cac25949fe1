/** Classifies the figures of a forecast: the class selects the sentence that is shown. */
import type { ForecastShown } from "../generated/messages";

export type ChainLength = "short" | "some" | "long" | "runaway";
export type DifficultyStep = 0 | 1 | 2 | 3 | 4;

/** The minimum share of ties that is shown. */
const TIES_THAT_COUNT = 0.02;
/** A forecast may be interpolated from up to 32 settings; so many are named. */
const MAX_NEIGHBOURS_NAMED = 4;
const CHAINS = [
  [0.15, "short"],
  [0.4, "some"],
  [0.65, "long"],
] as const;

export function measuredValue(forecast: ForecastShown, measure: string): number | null {
  return forecast.measures[measure]?.value ?? null;
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
