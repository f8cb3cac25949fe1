/** A short course, written by hand: one lesson of each kind, as a server would send it. */
import type { CourseShown, LessonShown } from "../../generated/messages";

const RULES = { size: 3, players: 2, a: 3, b: 3, c: 4, d: 2, e: 4 };
export const RUN = { rule: "continuity", points: ["a1", "b1", "c1"], interval: 1, limit: 2 };
export const NEAR = { rule: "distance", from: "b2", distance: 1, least: 2, most: 4 };

function view(board: readonly string[], change = {}) {
  return { board, stones: [1, 2], last: "b2", window: null, ...change };
}

function lesson(change: Partial<LessonShown> & Pick<LessonShown, "id" | "task">): LessonShown {
  return {
    seat: 0,
    rules: RULES,
    setting: "3 3 4 2 4",
    actions: [],
    view: view(["...", ".1.", "..."]),
    after: null,
    ...change,
  };
}

const OPEN = view(["...", "...", "101"], { last: "c1", window: { by: 1, at: "c1" } });
const PLACES = [
  { do: "place", by: 1, at: "a1" },
  { do: "accept", by: 0 },
  { do: "place", by: 0, at: "b1" },
  { do: "accept", by: 1 },
  { do: "place", by: 1, at: "c1" },
];

export const PLACE = lesson({
  id: "distance",
  task: { kind: "place", right: ["a1", "c3"], wrong: { b1: [NEAR], b3: [] }, declare: {} },
});
export const SHAPE = lesson({
  id: "shape",
  view: view(["1..", "...", "1.0"]),
  task: { kind: "place", right: ["c3"], wrong: { b2: [] }, declare: { c3: 1 } },
  after: {
    events: [
      { event: "placed", by: 0, at: "c3", declared: 1 },
      { event: "accepted", by: 1 },
      { event: "bonus_turn_begun", by: 0, left: 0 },
    ],
    view: view(["1.0", "...", "1.0"]),
  },
});
export const DECLARE = lesson({
  id: "declare",
  view: view(["1..", "...", "1.0"]),
  task: {
    kind: "declare",
    at: "c3",
    right: 1,
    shapes: [{ centre: "b2", points: ["a1", "a3", "c1", "c3"] }],
  },
  after: { events: [], view: view(["1.0", "...", "1.0"]) },
});
export const STANDS = lesson({
  id: "window",
  actions: PLACES,
  view: OPEN,
  task: { kind: "answer", right: "accept", on_purpose: false, breaches: [] },
  after: { events: [{ event: "accepted", by: 0 }], view: view(["...", "...", "101"]) },
});
export const SHOUT = lesson({
  id: "shout",
  actions: PLACES,
  view: OPEN,
  task: { kind: "answer", right: "grav", on_purpose: false, breaches: [RUN] },
  after: {
    events: [
      { event: "shouted", by: 0, against: 1, at: "c1", right: true, breaches: [RUN] },
      { event: "voided", by: 1, at: "c1" },
    ],
    view: view(["...", "...", "10."]),
  },
});
export const REMOVE = lesson({
  id: "remove",
  view: view(["...", "...", "10."]),
  task: { kind: "remove", right: ["a1"] },
});
export const ON_PURPOSE = lesson({
  id: "wrong_shout",
  actions: PLACES,
  view: OPEN,
  task: { kind: "answer", right: "grav", on_purpose: true, breaches: [] },
  after: { events: [{ event: "skipped", by: 0, owed: 0 }], view: OPEN },
});
export const PASS = lesson({
  id: "end",
  task: { kind: "pass", right: "pass" },
  after: {
    events: [
      { event: "passed", by: 0 },
      { event: "ended", how: "passes", ranking: [0, 1] },
    ],
    view: view(["...", ".1.", "..."]),
  },
});

export const COURSE: CourseShown = {
  lessons: [PLACE, SHAPE, DECLARE, STANDS, SHOUT, REMOVE, ON_PURPOSE, PASS],
  games: [{ id: "first_game", rules: RULES, level: 1, help: ["legal"], table: { settings: {} } }],
};
