import { expect, test } from "vitest";
import { possibleActionOf, moverNow } from "./possibleAction";
import { performIntent, type KeyTarget } from "./performIntent";
import { makeNow, openWindow } from "../game.fixture";
import { NO_VERDICT, applyPublicEvent } from "../verdict/verdictState";

/** A fake game that records its calls. */
function gameOf(now: ReturnType<typeof makeNow>, you: readonly number[], change = {}) {
  const done: string[] = [];
  const acting = possibleActionOf(now, you);
  const game: KeyTarget = {
    acting,
    mover: moverNow(acting, null),
    declares: true,
    isShared: false,
    pending: null,
    recent: { verdicts: NO_VERDICT, dismiss: () => done.push("dismiss") },
    shout: (seat) => done.push(`shout ${seat}`),
    accept: () => done.push("accept"),
    pass: () => done.push("pass"),
    declare: (count) => done.push(`declare ${count}`),
    reconsider: () => done.push("reconsider"),
    ...change,
  };
  return { game, done };
}

test("in a window keys shout and accept", () => {
  const { game, done } = gameOf(openWindow(), [1]);
  expect(performIntent({ kind: "shout" }, game) && performIntent({ kind: "accept" }, game)).toBe(
    true,
  );
  expect(done).toEqual(["shout 1", "accept"]);
});

test("outside of a window the shout and accept keys are not handled", () => {
  const { game, done } = gameOf(makeNow(), [0]);
  expect(performIntent({ kind: "shout" }, game)).toBe(false);
  expect(performIntent({ kind: "accept" }, game)).toBe(false);
  expect(done).toEqual([]);
});

test("in a turn digits declare, and a key passes", () => {
  const { game, done } = gameOf(makeNow(), [0]);
  performIntent({ kind: "digit", digit: 2 }, game);
  performIntent({ kind: "pass" }, game);
  expect(done).toEqual(["declare 2", "pass"]);
});

test("digits do nothing if bonus turns are not declared, or out of turn", () => {
  const { game } = gameOf(makeNow(), [0], { declares: false });
  expect(performIntent({ kind: "digit", digit: 2 }, game)).toBe(false);
  expect(performIntent({ kind: "digit", digit: 2 }, gameOf(makeNow(), [1]).game)).toBe(false);
});

test("on a shared device a digit names the seat that shouts; the shout key does nothing", () => {
  const { game, done } = gameOf(openWindow(), [0, 1, 2], { isShared: true });
  expect(performIntent({ kind: "shout" }, game)).toBe(false);
  expect(performIntent({ kind: "digit", digit: 1 }, game)).toBe(false);
  expect(performIntent({ kind: "digit", digit: 3 }, game)).toBe(true);
  expect(done).toEqual(["shout 2"]);
});

test("Escape cancels the tapped point, else dismisses a verdict", () => {
  const shouted = { event: "shouted", by: 1, against: 0, at: "c4", right: false, breaches: [] };
  const verdicts = applyPublicEvent(
    NO_VERDICT,
    shouted as Parameters<typeof applyPublicEvent>[1],
    0,
  );
  const tapped = gameOf(makeNow(), [0], { pending: { at: "a1", seat: 0 } });
  performIntent({ kind: "dismiss" }, tapped.game);
  expect(tapped.done).toEqual(["reconsider"]);
  const done: string[] = [];
  const recent = { verdicts, dismiss: () => done.push("dismiss") };
  performIntent({ kind: "dismiss" }, gameOf(makeNow(), [0], { recent }).game);
  expect(done).toEqual(["dismiss"]);
  expect(performIntent({ kind: "dismiss" }, gameOf(makeNow(), [0]).game)).toBe(false);
});
