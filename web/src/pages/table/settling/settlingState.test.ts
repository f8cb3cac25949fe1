import { describe, expect, test } from "vitest";
import { now, settling, whole } from "../table.fixture";
import { changedLetters, settlingView } from "./settlingState";

test("without settling there is no view", () => {
  expect(settlingView(whole())).toBeNull();
  expect(settlingView(whole({ now: now({ stage: "playing" }) }))).toBeNull();
});

describe("shares", () => {
  const shown = { commitment: "3b41", shares: [null, "one"], to_act: [0] };

  test("own shares are given first, for dice and for cards", () => {
    for (const how of ["dice", "cards"] as const) {
      const view = settlingView(settling(how, shown, { you: [0] }))!;
      expect(view.phase).toBe("sharing");
      expect(view.toShare).toEqual([0]);
      expect(view.acting).toBeNull();
    }
  });

  test("a seat that has given its share waits for the others", () => {
    const view = settlingView(settling("dice", shown, { you: [1] }))!;
    expect(view.toShare).toEqual([]);
    expect(view.waiting).toEqual([0]);
  });

  test("an empty share counts as given", () => {
    const view = settlingView(
      settling("dice", { shares: ["", ""], to_act: [0, 1] }, { you: [0] }),
    )!;
    expect(view.phase).toBe("rolling");
  });

  test("on one device all seats are the user's", () => {
    const both = { shares: [null, null], to_act: [0, 1] };
    const view = settlingView(settling("dice", both, { you: [0, 1] }))!;
    expect(view.toShare).toEqual([0, 1]);
    expect(view.me).toBeNull();
  });
});

describe("dice", () => {
  const shown = { shares: ["one", "two"], to_act: [0, 1] };

  test("any seat may throw", () => {
    expect(settlingView(settling("dice", shown, { you: [1] }))!.acting).toBe(1);
  });

  test("a spectator may not", () => {
    expect(settlingView(settling("dice", shown))!.acting).toBeNull();
  });
});

describe("cards", () => {
  const shares = ["one", "two"];

  test("only the seat on turn may draw", () => {
    const shown = { shares, to_act: [0] };
    expect(settlingView(settling("cards", shown, { you: [0] }))!).toMatchObject({
      phase: "drawing",
      acting: 0,
    });
    expect(settlingView(settling("cards", shown, { you: [1] }))!.acting).toBeNull();
  });

  test("one card of a hand must be kept; kept cards are listed with their seats", () => {
    const shown = { shares, to_act: [0], hand: ["a 5", "c 2/3"], kept: ["b 3", "e +2"] };
    const view = settlingView(settling("cards", shown, { you: [0] }))!;
    expect(view.phase).toBe("keeping");
    expect(view.hand).toEqual([
      { letter: "a", value: "5" },
      { letter: "c", value: "2/3" },
    ]);
    expect(view.kept).toEqual([
      { card: { letter: "b", value: "3" }, by: 0 },
      { card: { letter: "e", value: "+2" }, by: 1 },
    ]);
  });
});

describe("agreement", () => {
  const proposals = [
    { by: 0, setting: "3 3 4 2 4" },
    { by: 1, setting: "3 3 5 2 6" },
  ];

  test("before the first proposal any seat may make it, and there is nothing to accept", () => {
    const view = settlingView(settling("agreement", { to_act: [0, 1] }, { you: [1] }))!;
    expect(view).toMatchObject({ phase: "agreeing", proposing: 1, toAgree: [] });
  });

  test("the last proposal is open, with the numbers that it changed", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown, { you: [0] }))!;
    expect(
      view.proposals.map(({ mine, changed, onTable }) => ({ mine, changed, onTable })),
    ).toEqual([
      { mine: true, changed: [], onTable: false },
      { mine: false, changed: ["c", "e"], onTable: true },
    ]);
    expect(view.toAgree).toEqual([0]);
  });

  test("a seat that has accepted may still propose something else", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown, { you: [1] }))!;
    expect(view).toMatchObject({ toAgree: [], proposing: 1 });
  });

  test("a spectator may do neither", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown))!;
    expect(view).toMatchObject({ toAgree: [], proposing: null });
  });

  test("on one device no proposal is “yours”, and all seats that have not agreed can", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown, { you: [0, 1] }))!;
    expect(view.proposals.every(({ mine }) => !mine)).toBe(true);
    expect(view).toMatchObject({ toAgree: [0], proposing: 0 });
  });
});

test("given numbers need no action", () => {
  expect(settlingView(settling("given", {}, { you: [0] }))!).toMatchObject({
    phase: "passing",
    acting: null,
    proposing: null,
  });
});

test("a repeated proposal changes no numbers", () => {
  expect(changedLetters("3 3 4 2 4", "3 3 4 2 4")).toEqual([]);
  expect(changedLetters("4 3 4 2 14", "3 3 4 2 4")).toEqual(["a", "e"]);
});
