import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTextGroup, switchLanguage } from "../text/say.svelte";
import Forecast from "./Forecast.svelte";
import { makeForecast, makeThinkers } from "./forecast.fixture";
import { PAUSE_MS, forecasts, type ForecastSet } from "./forecastClient";
import ForecastLine from "./ForecastLine.svelte";

const RULES = { setting: "6 5 4 2 9", size: 13, players: 2, edition: "revised" };
const NO_FORECAST: ForecastSet = {
  setting: RULES.setting,
  thinkers: makeThinkers(),
  random: null,
  others: [],
};
const ON_THE_BOARD =
  "Not measured with players who think. On 107 of 120 other settings of this board, no place is better among them.";
const FEW = makeThinkers({ measured: 1, even: 1, mostly: "unclear", enough: false });

let shown: Record<string, unknown> | undefined;

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("forecast");
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
});

afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const COMPONENTS = {
  line: () =>
    mount(ForecastLine, { target: document.body, props: { ...RULES, more: "/atlas?size=13" } }),
  card: () => mount(Forecast, { target: document.body, props: RULES }),
  "card of the atlas": () =>
    mount(Forecast, { target: document.body, props: { ...RULES, otherwise: "Outside." } }),
};

/** Returns the text that is shown for this answer. */
async function textOf(component: keyof typeof COMPONENTS, found: ForecastSet | null) {
  vi.spyOn(forecasts, "fetchForecasts").mockResolvedValue(found);
  shown = COMPONENTS[component]();
  flushSync();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  flushSync();
  return document.body.textContent?.replace(/\s+/g, " ").trim();
}

describe.each(["line", "card"] as const)("without a forecast, a %s", (component) => {
  it("says what is known of players who think on the board", async () => {
    expect(await textOf(component, NO_FORECAST)).toBe(ON_THE_BOARD);
    expect(document.querySelector("a, details")).toBeNull();
  });

  it("says that it is not known who wins where none or too few were measured", async () => {
    expect(await textOf(component, { ...NO_FORECAST, thinkers: FEW })).toContain(
      "is not known: too few settings were measured",
    );
    if (shown) await unmount(shown);
    expect(await textOf(component, { ...NO_FORECAST, thinkers: null })).toContain(
      "is not known: none were measured",
    );
  });

  it("shows nothing while the server cannot be reached", async () => {
    expect(await textOf(component, null)).toBe("");
  });
});

describe.each(["line", "card"] as const)("with a forecast, a %s", (component) => {
  it("says who wins, how long the game is, and how full the board", async () => {
    const found = { ...NO_FORECAST, random: makeForecast({ thinkers: NO_FORECAST.thinkers }) };
    const text = await textOf(component, found);
    expect(text).toContain(ON_THE_BOARD);
    expect(text).toContain("28 stones, 35% of the board filled");
  });
});

it("the page of the atlas first says that there is no forecast", async () => {
  expect(await textOf("card of the atlas", NO_FORECAST)).toBe(`Outside. ${ON_THE_BOARD}`);
  if (shown) await unmount(shown);
  expect(await textOf("card of the atlas", null)).toBe("");
});
