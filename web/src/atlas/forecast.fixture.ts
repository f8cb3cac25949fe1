/** For tests: forecasts and prospects as the server sends them. */
import type {
  Figure,
  ForecastShown,
  ProspectShown,
  Span,
  ThinkersShown,
} from "../generated/messages";

export function makeForecast(parts: Partial<ForecastShown> = {}): ForecastShown {
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
    thinkers: null,
    ...parts,
  };
}

export function makeThinkers(parts: Partial<ThinkersShown> = {}): ThinkersShown {
  return {
    who: "search-1000",
    games: 64,
    measured: 120,
    decided: 1,
    even: 107,
    mostly: "even",
    here: null,
    enough: true,
    ...parts,
  };
}

export function figure(value: number | null, error: number | null = null): Figure {
  return { value, error };
}

export function makeProspect(parts: Partial<ProspectShown> = {}): ProspectShown {
  return {
    size: 9,
    players: 2,
    edition: "revised",
    who: "random",
    games: 4096,
    cards: ["b 3"],
    ways: 240,
    measured: 240,
    measures: {
      length: makeSpan(20.92, 33.12, 43.36),
      fill: makeSpan(0.26, 0.41, 0.54),
      chain_share: makeSpan(0.7, 0.8, 0.84),
    },
    harder_than: makeSpan(0.22, 0.591, 0.959),
    ...parts,
  };
}

export function makeSpan(low: number, middle = low, high = middle): Span {
  return { low, middle, high };
}
