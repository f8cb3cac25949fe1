import { describe, expect, test } from "vitest";
import { now, settling, whole } from "../table.fixture";
import { changedLetters, settlingView } from "./settlingState";

test("where nothing is settled there is nothing to do", () => {
  expect(settlingView(whole())).toBeNull();
  expect(settlingView(whole({ now: now({ stage: "playing" }) }))).toBeNull();
});

describe("shares", () => {
  const shown = { commitment: "3b41", shares: [null, "one"], to_act: [0] };

  test("one's own are to be given first, for dice and for cards", () => {
    for (const how of ["dice", "cards"] as const) {
      const view = settlingView(settling(how, shown, { you: [0] }))!;
      expect(view.phase).toBe("sharing");
      expect(view.toShare).toEqual([0]);
      expect(view.acting).toBeNull();
    }
  });

  test("who has given theirs waits for the others", () => {
    const view = settlingView(settling("dice", shown, { you: [1] }))!;
    expect(view.toShare).toEqual([]);
    expect(view.waiting).toEqual([0]);
  });

  test("an empty share is given too", () => {
    const view = settlingView(
      settling("dice", { shares: ["", ""], to_act: [0, 1] }, { you: [0] }),
    )!;
    expect(view.phase).toBe("rolling");
  });

  test("on one device all seats are one's own", () => {
    const both = { shares: [null, null], to_act: [0, 1] };
    const view = settlingView(settling("dice", both, { you: [0, 1] }))!;
    expect(view.toShare).toEqual([0, 1]);
    expect(view.me).toBeNull();
  });
});

describe("dice", () => {
  const shown = { shares: ["one", "two"], to_act: [0, 1] };

  test("anybody at the table may throw", () => {
    expect(settlingView(settling("dice", shown, { you: [1] }))!.acting).toBe(1);
  });

  test("who watches may not", () => {
    expect(settlingView(settling("dice", shown))!.acting).toBeNull();
  });
});

describe("cards", () => {
  const shares = ["one", "two"];

  test("only the one whose turn it is may draw", () => {
    const shown = { shares, to_act: [0] };
    expect(settlingView(settling("cards", shown, { you: [0] }))!).toMatchObject({
      phase: "drawing",
      acting: 0,
    });
    expect(settlingView(settling("cards", shown, { you: [1] }))!.acting).toBeNull();
  });

  test("with a hand one is to be kept; those that were kept are told by whom", () => {
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

  test("before the first proposal anybody at the table may make it, and there is nothing to accept", () => {
    const view = settlingView(settling("agreement", { to_act: [0, 1] }, { you: [1] }))!;
    expect(view).toMatchObject({ phase: "agreeing", proposing: 1, toAgree: [] });
  });

  test("the last proposal is on the table, with what it changed", () => {
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

  test("who has accepted may still propose something else", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown, { you: [1] }))!;
    expect(view).toMatchObject({ toAgree: [], proposing: 1 });
  });

  test("who watches may do neither", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown))!;
    expect(view).toMatchObject({ toAgree: [], proposing: null });
  });

  test("on one device nobody's proposal is “yours”, and all who have not agreed can", () => {
    const shown = { proposals, accepted: [1], to_act: [0] };
    const view = settlingView(settling("agreement", shown, { you: [0, 1] }))!;
    expect(view.proposals.every(({ mine }) => !mine)).toBe(true);
    expect(view).toMatchObject({ toAgree: [0], proposing: 0 });
  });
});

test("given numbers pass by themselves", () => {
  expect(settlingView(settling("given", {}, { you: [0] }))!).toMatchObject({
    phase: "passing",
    acting: null,
    proposing: null,
  });
});

test("the same numbers proposed again change nothing", () => {
  expect(changedLetters("3 3 4 2 4", "3 3 4 2 4")).toEqual([]);
  expect(changedLetters("4 3 4 2 14", "3 3 4 2 4")).toEqual(["a", "e"]);
});
