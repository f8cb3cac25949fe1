import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AtlasShown } from "../generated/messages";
import {
  ForecastClient,
  PAUSE_MS,
  PLAYER_KINDS,
  fetchAfterPause,
  type ForecastQuery,
} from "./forecastClient";
import { makeForecast, makeProspect, makeThinkers } from "./forecast.fixture";

const WANTED: ForecastQuery = { setting: "3 3 4 2 4", size: 9, players: 2, edition: "revised" };
const BOARD = { size: 9, players: 2, edition: "revised", games: 4096, settings: 1 } as const;
const ATLAS: AtlasShown = {
  seed: 1,
  sizes: [9],
  boards: [{ ...BOARD, who: "random" }],
  measures: [],
};

/** A fake server that records the requested paths. */
function server(atlas: AtlasShown = ATLAS, isMeasured = true) {
  const asked: string[] = [];
  const fails = new Set<string>();
  const ask = <T>(path: string): Promise<T> => {
    asked.push(path);
    if ([...fails].some((part) => path.includes(part))) return Promise.reject(new Error("away"));
    const who = PLAYER_KINDS.find((each) => path.endsWith(`who=${each}`));
    const forecast = isMeasured ? makeForecast({ who: who ?? "random" }) : null;
    const answer = path.includes("prospect")
      ? makeProspect()
      : { forecast, thinkers: makeThinkers() };
    return Promise.resolve((path === "/api/atlas" ? atlas : answer) as T);
  };
  return { asked, fails, forecasts: new ForecastClient(ask) };
}

describe("a forecast", () => {
  it("is requested once", async () => {
    const { asked, forecasts } = server();
    expect((await forecasts.fetchForecasts(WANTED))?.random?.who).toBe("random");
    expect(await forecasts.fetchForecasts({ ...WANTED })).not.toBeNull();
    expect(asked).toEqual([
      "/api/atlas",
      "/api/atlas/forecast?setting=3+3+4+2+4&size=9&players=2&edition=revised&who=random",
    ]);
  });

  it.each([[["greedy"]], [["search-1000"]], [["search-1000", "greedy"]]] as const)(
    "includes %s players if they were measured",
    async (others) => {
      const boards = [...others, "random" as const].map((who) => ({ ...BOARD, who }));
      const { asked, forecasts } = server({ ...ATLAS, boards });
      const found = await forecasts.fetchForecasts(WANTED);
      expect(found?.random?.who).toBe("random");
      // In whatever order they were measured: greedy players come before those that search.
      expect(found?.others.map(({ who }) => who)).toEqual([...others].sort());
      expect(asked.length).toBe(1 + boards.length);
    },
  );

  it("of random players is null if only other kinds of players were measured", async () => {
    const { forecasts } = server({ ...ATLAS, boards: [{ ...BOARD, who: "search-1000" }] });
    expect(await forecasts.fetchForecasts(WANTED)).toMatchObject({
      thinkers: makeThinkers(),
      random: null,
      others: [{ who: "search-1000" }],
    });
  });

  it("is null outside of what was measured; players who think are known all the same", async () => {
    const { forecasts } = server(ATLAS, false);
    expect(await forecasts.fetchForecasts(WANTED)).toEqual({
      setting: WANTED.setting,
      thinkers: makeThinkers(),
      random: null,
      others: [],
    });
  });

  it("leaves out kinds of players whose request fails", async () => {
    const search = { ...BOARD, who: "search-1000" } as const;
    const { fails, forecasts } = server({ ...ATLAS, boards: [...ATLAS.boards, search] });
    fails.add("who=search");
    expect(await forecasts.fetchForecasts(WANTED)).toMatchObject({
      random: { who: "random" },
      others: [],
    });
  });

  it("is not requested if the board was not measured", async () => {
    const { asked, forecasts } = server();
    const unknown = { setting: WANTED.setting, thinkers: null, random: null, others: [] };
    expect(await forecasts.fetchForecasts({ ...WANTED, size: 8 })).toEqual(unknown);
    expect(await forecasts.fetchForecasts({ ...WANTED, edition: "classic" })).toEqual(unknown);
    expect(asked).toEqual(["/api/atlas"]);
  });

  it("is requested again after a failure", async () => {
    const { fails, forecasts } = server();
    fails.add("/api/atlas");
    expect(await forecasts.fetchForecasts(WANTED)).toBeNull();
    fails.clear();
    fails.add("forecast");
    expect(await forecasts.fetchForecasts(WANTED)).toBeNull();
    fails.clear();
    expect(await forecasts.fetchForecasts(WANTED)).not.toBeNull();
  });
});

describe("fetchAfterPause", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("fetches after the pause, unless it is cancelled before", async () => {
    const ask = vi.fn(() => Promise.resolve("found"));
    const show = vi.fn();
    fetchAfterPause(ask, show)();
    fetchAfterPause(ask, show);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(show).toHaveBeenCalledWith("found");
  });

  it("drops an answer that arrives after the cancellation", async () => {
    const show = vi.fn();
    let answer: (found: string) => void = () => {};
    const forget = fetchAfterPause(() => new Promise<string>((done) => (answer = done)), show);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    forget();
    answer("late");
    await vi.advanceTimersByTimeAsync(0);
    expect(show).not.toHaveBeenCalled();
  });
});

describe("a prospect", () => {
  const { setting: _, ...played } = WANTED;

  it("is requested by its list of cards, each list once", async () => {
    const { asked, forecasts } = server();
    const lists = [["b 3"], ["b 3", "c 1/2"], ["b 3", "e +4"]];
    expect(await forecasts.fetchProspects(lists, played)).toHaveLength(3);
    expect(await forecasts.fetchProspects(lists.slice(0, 1), { ...played })).toHaveLength(1);
    const rest = "size=9&players=2&edition=revised&who=random";
    expect(asked).toEqual([
      "/api/atlas",
      `/api/atlas/prospect?cards=b+3&${rest}`,
      `/api/atlas/prospect?cards=b+3%2C+c+1%2F2&${rest}`,
      `/api/atlas/prospect?cards=b+3%2C+e+%2B4&${rest}`,
    ]);
  });

  it("is null without a request if the board was not measured", async () => {
    const { asked, forecasts } = server();
    expect(await forecasts.fetchProspects([[]], { ...played, size: 8 })).toBeNull();
    expect(asked).toEqual(["/api/atlas"]);
  });

  it("is null for all lists if one request fails, and is then requested again", async () => {
    const { fails, forecasts } = server();
    fails.add("c+1");
    expect(await forecasts.fetchProspects([[], ["c 1/2"]], played)).toBeNull();
    fails.clear();
    expect(await forecasts.fetchProspects([[], ["c 1/2"]], played)).toHaveLength(2);
  });
});
