import { beforeAll, describe, expect, it } from "vitest";
import type { BalanceShown, ThinkersShown } from "../generated/messages";
import { loadTextGroup, switchLanguage } from "../text/say.svelte";
import { formatBalance } from "./balanceText";
import { figure, makeThinkers } from "./forecast.fixture";

const here = (balance: BalanceShown["balance"], share: number): ThinkersShown =>
  makeThinkers({
    here: { who: "search-1000", games: 64, balance, place: 2, wins: figure(share, 0.061) },
  });

describe("who wins among players who think", () => {
  beforeAll(async () => {
    await switchLanguage("en");
    await loadTextGroup("forecast");
  });

  it("is said with its error where this setting was measured with them", () => {
    expect(formatBalance(here("decided", 0.95))).toBe(
      "Among players who think, no. 2 nearly always wins (95% ± 6%).",
    );
    expect(formatBalance(here("even", 0.52))).toBe(
      "Among players who think, no place is better, as far as 64 games can tell (± 6%).",
    );
    expect(formatBalance(here("unclear", 0.62))).toContain("may be chance");
  });

  it("is otherwise what holds on the board, and says that this setting was not measured", () => {
    expect(formatBalance(makeThinkers({}))).toBe(
      "Not measured with players who think. On 107 of 120 other settings of this board, no place is better among them.",
    );
    expect(formatBalance(makeThinkers({ decided: 120, even: 0, mostly: "decided" }))).toContain(
      "On 120 of 120 other settings",
    );
    expect(formatBalance(makeThinkers({ decided: 20, even: 30, mostly: "unclear" }))).toContain(
      "nearly always wins on 20, and no place is better on 30",
    );
  });

  it("is not known on a board without them", () => {
    expect(formatBalance(null)).toContain("is not known: none were measured on this board");
  });

  it("is not known where too few settings of the board were measured, unless this is one", () => {
    const few = { measured: 1, decided: 0, even: 1, mostly: "unclear", enough: false } as const;
    expect(formatBalance(makeThinkers(few))).toContain(
      "is not known: too few settings were measured",
    );
    expect(formatBalance({ ...here("even", 0.52), ...few })).toContain("no place is better");
  });
});
