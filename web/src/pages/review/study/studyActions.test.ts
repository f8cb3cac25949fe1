import { beforeAll, expect, test, vi } from "vitest";
import { loadTextGroup, switchLanguage } from "../../../text/say.svelte";
import { withSize } from "../../../setup/sizeAndNumberChanges";
import { position } from "../review.fixture";
import { opinionMarks, opinionRows, formatOpinion } from "../opinion/opinionRows";
import { StudyBoard } from "./studyBoard.svelte";
import {
  canPick,
  placementNumbers,
  placeAction,
  setupFromQuery,
  matchingPreset,
  rulesOf,
  acceptActions,
  undoLast,
  defaultSetup,
} from "./studyActions";

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("review");
});

const place = (by: number, at: string) => ({ do: "place", by, at });
const WINDOW = { placement: 1, by: 0, at: "a1", declared: 0, awaiting: [1], answered: [] };

test("a board that is chosen is sent with numbers that fit it", () => {
  const setup = withSize(defaultSetup(), 3);
  expect(rulesOf(setup)).toMatchObject({ size: 3, players: 2, a: 3, b: 3, first: 0 });
  expect(rulesOf({ ...setup, size: 3, numbers: { a: 3, b: 9, c: 99, d: 2, e: 4 } })).toMatchObject({
    b: 3,
    c: 9,
  });
  expect(matchingPreset(defaultSetup())?.id).toBe("first");
  expect(matchingPreset(withSize(defaultSetup(), 8))).toBeNull();
});

test("a stone is declared with its shapes, where anything is declared", () => {
  const study = { position: position(), legal: { b2: 2 } };
  const revised = { edition: "revised" };
  expect(placeAction(study, revised, "b2", true)).toEqual({ ...place(0, "b2"), declare: 2 });
  expect(placeAction(study, revised, "b2", false)).toEqual(place(0, "b2"));
  expect(placeAction(study, revised, "c3", true)).toEqual(place(0, "c3"));
  expect(placeAction(study, { edition: "classic" }, "b2", true)).toEqual(place(0, "b2"));
  const declared = { edition: "classic", bonus: "declared" };
  expect(placeAction(study, declared, "b2", true)).toEqual(placeAction(study, revised, "b2", true));
  expect(
    placeAction({ ...study, position: position({ may: [[], []] }) }, revised, "b2", true),
  ).toBe(null);
});

test("empty points can be picked, in a penalty the stones of whoever pays", () => {
  expect(canPick(position(), undefined)).toBe(true);
  expect(canPick(position(), 0)).toBe(false);
  const penalty = position({ phase: "penalty", violator: 1 });
  expect(canPick(penalty, 1)).toBe(true);
  expect(canPick(penalty, 0)).toBe(false);
  expect(canPick(penalty, undefined)).toBe(false);
  expect(canPick(position({ phase: "over" }), undefined)).toBe(false);
});

test("taking back takes a stone with its answers", () => {
  const accept = { do: "accept", by: 1 };
  const played = [place(0, "a1"), accept, place(1, "c1"), { do: "accept", by: 0 }];
  expect(undoLast(played)).toEqual([place(0, "a1"), accept]);
  expect(undoLast([place(0, "a1"), { do: "grav", by: 1 }])).toEqual([place(0, "a1")]);
  expect(undoLast([])).toEqual([]);
});

test("stones are numbered by their placements", () => {
  const numbers = placementNumbers([place(0, "a1"), { do: "grav", by: 1 }, place(0, "a1")]);
  expect([...numbers]).toEqual([["a1", 2]]);
});

test("the next stone lets the open one stand, and is then placed by whose turn it is", async () => {
  const window = position({ phase: "window", window: WINDOW, may: [["resign"], ["accept"]] });
  const turn = position({ to_move: 1, may: [["resign"], ["place"]] });
  const answers = [window, turn, window].map((each) => ({
    position: each,
    last: null,
    placed: null,
    legal: {},
  }));
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    sent.push((JSON.parse(String(init.body)) as { actions: unknown }).actions);
    return Promise.resolve(new Response(JSON.stringify(answers.shift())));
  });
  const board = new StudyBoard({ edition: "revised" }, [place(0, "a1")]);
  await board.begin();
  expect(acceptActions(window)).toEqual([{ do: "accept", by: 1 }]);
  await board.pick("c3", undefined);
  const stood = [place(0, "a1"), { do: "accept", by: 1 }];
  expect(sent).toEqual([[place(0, "a1")], stood, [...stood, place(1, "c3")]]);
  vi.unstubAllGlobals();
});

test("what the rules refuse leaves the board as it was, and is told", async () => {
  const answer = { position: position(), last: null, placed: null, legal: {} };
  const bodies = [
    new Response(JSON.stringify(answer)),
    new Response(JSON.stringify({ code: "occupied", text: "there is a stone" }), { status: 409 }),
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(bodies.shift()));
  const board = new StudyBoard({});
  await board.begin();
  await board.pick("a1", undefined);
  expect(board.trouble).toBe("there is a stone");
  expect(board.actions).toEqual([]);
  vi.unstubAllGlobals();
});

test("an opinion is ranked, with shares for whoever is to move, and marked on its points", () => {
  const candidate = { declare: 0, visits: 9, stones: null, winner: null };
  const opinion = {
    to_move: 1,
    bonus_turns: 0,
    simulations: 20,
    share: 1,
    proven: false,
    done: true,
    best: [
      {
        ...candidate,
        at: "b2",
        declare: 1,
        wins: [0.25, 0.75],
        line: [
          { by: 1, at: "b2", declare: 1 },
          { by: 1, at: null, declare: 0 },
        ],
      },
      { ...candidate, at: null, wins: null, line: [] },
      { ...candidate, at: "b2", wins: [1, 0], line: [] },
    ],
  };
  expect(opinionRows(opinion).map(({ move, percent }) => [move, percent])).toEqual([
    ["b2 +1", 75],
    ["Pass", null],
    ["b2", 0],
  ]);
  expect(opinionRows(opinion)[0]?.line).toEqual([{ seat: 1, text: "Pass" }]);
  expect(opinionMarks(opinion)).toEqual([{ kind: "count", at: "b2", text: "1" }]);
  const name = (seat: number) => `P${seat}`;
  expect(formatOpinion(opinion, name)).toContain("b2 +1");
  expect(formatOpinion({ ...opinion, best: [] }, name)).toBe("It has no opinion.");
});

test("begins with the board that an address asks for, house rules and all", () => {
  const asked = setupFromQuery("?setting=4+2+3+2+6&size=9&players=3&edition=revised+min_shape%3D6");
  expect(asked && rulesOf(asked)).toMatchObject({
    ...{ size: 9, players: 3, a: 4, b: 2, c: 3, d: 2, e: 6 },
    ...{ edition: "revised", min_shape: 6 },
  });
  expect(setupFromQuery("?move=3")).toBeNull();
});
