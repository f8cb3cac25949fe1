/** For tests: a forecast as the server might tell it. */
import type { Figure, ForecastShown } from "../generated/messages";

export function forecastAs(parts: Partial<ForecastShown> = {}): ForecastShown {
  return {
    rules: "9x9 2p 3 3 4 2 4 revised",
    setting: "3 3 4 2 4",
    who: "random",
    games: 4096,
    exact: true,
    near: [],
    wins: [figure(0.51, 0.0078), figure(0.49, 0.0078)],
    measures: { length: figure(28.18, 0.06), length_spread: figure(4.1), fill: figure(0.348) },
    harder_than: 0.81,
    ...parts,
  };
}

export function figure(value: number | null, error: number | null = null): Figure {
  return { value, error };
}
