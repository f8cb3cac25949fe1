import { expect, test } from "vitest";
import { actingOf, moverNow } from "./possibleAction";
import { obey, type Obedient } from "./keyActions";
import { nowOf, openWindow } from "../game.fixture";
import { NO_MOMENTS, heard } from "../verdict/verdictState";

/** A game that writes down what it is told to do. */
function gameOf(now: ReturnType<typeof nowOf>, you: readonly number[], change = {}) {
  const done: string[] = [];
  const acting = actingOf(now, you);
  const game: Obedient = {
    acting,
    mover: moverNow(acting, null),
    declares: true,
    isShared: false,
    pending: null,
    hearing: { moments: NO_MOMENTS, dismiss: () => done.push("dismiss") },
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
  expect(obey({ kind: "shout" }, game) && obey({ kind: "accept" }, game)).toBe(true);
  expect(done).toEqual(["shout 1", "accept"]);
});

test("outside of a window nothing is shouted at, and the key stays the page's", () => {
  const { game, done } = gameOf(nowOf(), [0]);
  expect(obey({ kind: "shout" }, game)).toBe(false);
  expect(obey({ kind: "accept" }, game)).toBe(false);
  expect(done).toEqual([]);
});

test("in a turn digits declare, and a key passes", () => {
  const { game, done } = gameOf(nowOf(), [0]);
  obey({ kind: "digit", digit: 2 }, game);
  obey({ kind: "pass" }, game);
  expect(done).toEqual(["declare 2", "pass"]);
});

test("where nothing is declared, and where it is not one's turn, digits do nothing", () => {
  const { game } = gameOf(nowOf(), [0], { declares: false });
  expect(obey({ kind: "digit", digit: 2 }, game)).toBe(false);
  expect(obey({ kind: "digit", digit: 2 }, gameOf(nowOf(), [1]).game)).toBe(false);
});

test("on a shared device a digit says whose shout it is, and the one key cannot", () => {
  const { game, done } = gameOf(openWindow(), [0, 1, 2], { isShared: true });
  expect(obey({ kind: "shout" }, game)).toBe(false);
  expect(obey({ kind: "digit", digit: 1 }, game)).toBe(false);
  expect(obey({ kind: "digit", digit: 3 }, game)).toBe(true);
  expect(done).toEqual(["shout 2"]);
});

test("Escape takes back what was tapped, then sends a verdict away", () => {
  const shouted = { event: "shouted", by: 1, against: 0, at: "c4", right: false, breaches: [] };
  const moments = heard(NO_MOMENTS, shouted as Parameters<typeof heard>[1], 0);
  const tapped = gameOf(nowOf(), [0], { pending: { at: "a1", seat: 0 } });
  obey({ kind: "dismiss" }, tapped.game);
  expect(tapped.done).toEqual(["reconsider"]);
  const done: string[] = [];
  const hearing = { moments, dismiss: () => done.push("dismiss") };
  obey({ kind: "dismiss" }, gameOf(nowOf(), [0], { hearing }).game);
  expect(done).toEqual(["dismiss"]);
  expect(obey({ kind: "dismiss" }, gameOf(nowOf(), [0]).game)).toBe(false);
});
