import { expect, test } from "vitest";
import { position } from "../review.fixture";
import { canPick, placementNumbers, placeAction, undoLast } from "./studyActions";

const place = (by: number, at: string) => ({ do: "place", by, at });

test("a stone declares its shapes, if bonus turns are declared", () => {
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

test("empty points can be picked; in a penalty, the violator's stones", () => {
  expect(canPick(position(), undefined)).toBe(true);
  expect(canPick(position(), 0)).toBe(false);
  const penalty = position({ phase: "penalty", violator: 1 });
  expect(canPick(penalty, 1)).toBe(true);
  expect(canPick(penalty, 0)).toBe(false);
  expect(canPick(penalty, undefined)).toBe(false);
  expect(canPick(position({ phase: "over" }), undefined)).toBe(false);
});

test("undo removes a stone with the answers to it", () => {
  const accept = { do: "accept", by: 1 };
  const played = [place(0, "a1"), accept, place(1, "c1"), { do: "accept", by: 0 }];
  expect(undoLast(played)).toEqual([place(0, "a1"), accept]);
  expect(undoLast([place(0, "a1"), { do: "grav", by: 1 }])).toEqual([place(0, "a1")]);
  expect(undoLast([])).toEqual([]);
});

test("stones have the numbers of their placements", () => {
  const numbers = placementNumbers([place(0, "a1"), { do: "grav", by: 1 }, place(0, "a1")]);
  expect([...numbers]).toEqual([["a1", 2]]);
});
