/** The actions of a game in progress, with a fake server that records what it is sent. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../client/api";
import { DEFAULT_PREFS, changePrefs } from "../client/device/prefs.svelte";
import type { TableClient, UnsentCommand } from "../client/tableClient.svelte";
import type { Now, Whole } from "../generated/messages";
import { Play } from "./play.svelte";
import { makeNow, openWindow } from "./game.fixture";

vi.mock("../text/say.svelte", () => ({
  say: (key: string) => key,
  currentLanguage: () => "en",
  switchLanguage: async () => undefined,
}));

let sent: unknown[] = [];
let answer: () => Promise<unknown> = async () => ({});
let stop = () => undefined as void;

beforeEach(() => {
  vi.useFakeTimers();
  changePrefs({ ...DEFAULT_PREFS, confirm: "never" });
  sent = [];
  answer = async () => ({});
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Returns a game that has been shown for this many milliseconds. */
function playing(now: Now, you: readonly number[], change: object = {}, seen = 200): Play {
  const whole = { you, now, settings: {}, rules: { edition: "revised" }, actions: [], ...change };
  const client = {
    whole: whole as unknown as Whole,
    connection: "up",
    here: null,
    time: () => 0,
    onHappened: () => () => undefined,
    send: (command: UnsentCommand) => (sent.push(command), answer()),
    shout: (seat: number, placement: number) => (
      sent.push({ do: "grav", seat, placement }),
      answer()
    ),
    ...change,
  };
  const play = new Play(client as unknown as TableClient);
  stop = $effect.root(() => play.start());
  flushSync();
  vi.advanceTimersByTime(seen);
  return play;
}

test("a tap places a stone with the declared bonus turns, and resets them", async () => {
  const play = playing(makeNow(), [0]);
  play.declare(2);
  play.pick("a3");
  await vi.runOnlyPendingTimersAsync();
  expect(sent).toEqual([{ do: "place", seat: 0, at: "a3", declare: 2 }]);
  expect(play.declared).toBe(0);
});

test("a refused stone is not placed, and its declaration is kept", async () => {
  answer = async () => {
    throw new Problem(409, "violation", "it breaks a rule");
  };
  const play = playing(makeNow(), [0]);
  play.declare(1);
  play.pick("a3");
  await vi.runOnlyPendingTimersAsync();
  expect([play.declared, play.pending, play.sender.notice]).toEqual([1, null, "shell.failed"]);
});

test("if bonus turns are granted, none is declared", async () => {
  const play = playing(makeNow(), [0], { rules: { edition: "classic" } });
  play.declare(2);
  play.pick("a3");
  expect(sent).toEqual([{ do: "place", seat: 0, at: "a3" }]);
});

test("a stone cannot be placed on another, out of turn, or twice", () => {
  answer = () => new Promise(() => undefined);
  const play = playing(makeNow(), [0]);
  play.pick("b2");
  expect(sent).toEqual([]);
  play.pick("a3");
  play.pick("b3");
  expect(sent).toEqual([{ do: "place", seat: 0, at: "a3" }]);
  stop();
  sent = [];
  playing(makeNow(), [1]).pick("a3");
  expect(sent).toEqual([]);
});

test("with confirmation the second tap places the stone, or the button does", () => {
  changePrefs({ confirm: "always" });
  const play = playing(makeNow(), [0]);
  play.pick("a3");
  expect([sent, play.pending]).toEqual([[], { at: "a3", seat: 0 }]);
  play.pick("b3");
  expect(play.pending?.at).toBe("b3");
  play.reconsider();
  expect(play.pending).toBeNull();
  play.pick("b3");
  play.confirm();
  expect(sent).toEqual([{ do: "place", seat: 0, at: "b3" }]);
});

test("nothing can be sent while disconnected", () => {
  const play = playing(makeNow(), [0], { connection: "down" });
  play.pick("a3");
  play.pass();
  expect(sent).toEqual([]);
});

test("a shout names its placement, and is sent once", async () => {
  const play = playing(openWindow(), [1]);
  await play.shout(1);
  expect(sent).toEqual([{ do: "grav", seat: 1, placement: 7 }]);
  expect(play.acting.kind === "answered" && play.acting.answer).toBe("shout");
  await play.shout(1);
  expect(sent).toHaveLength(1);
});

test("a stone cannot be answered within the minimum reaction time", async () => {
  const play = playing(openWindow(), [1], {}, 50);
  await play.shout(1);
  await play.accept();
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(100);
  await play.accept();
  expect(sent).toEqual([{ do: "accept", seat: 1, placement: 7 }]);
});

test("an answer that came too late is undone, with a notice", async () => {
  answer = async () => {
    throw new Problem(409, "late", "too late");
  };
  const play = playing(openWindow(), [1]);
  await play.shout(1);
  expect([play.acting.kind, play.sender.notice]).toEqual(["answer", "game.late"]);
});

test("an answer that was already given in another tab stays given", async () => {
  answer = async () => {
    throw new Problem(409, "already_answered", "you have");
  };
  const play = playing(openWindow(), [1]);
  await play.accept();
  expect(play.acting.kind).toBe("answered");
});

test("on a shared device one acceptance counts for all, and each seat shouts for itself", async () => {
  const play = playing(openWindow(), [0, 1, 2], { settings: { mode: "device" } });
  await play.shout(2);
  await play.shout(0);
  expect(sent).toEqual([{ do: "grav", seat: 2, placement: 7 }]);
  stop();
  sent = [];
  const other = playing(openWindow(), [0, 1, 2], { settings: { mode: "device" } });
  await other.accept();
  expect(sent).toEqual([{ do: "stand", placement: 7 }]);
});

test("after a right shout only a stone of the violator can be picked", () => {
  const may = [["remove", "resign"], ["resign"], ["resign"]];
  const play = playing(makeNow({ phase: "penalty", violator: 2, may }), [0]);
  play.pick("a1");
  play.pick("a3");
  play.pick("c1");
  expect(sent).toEqual([{ do: "remove", seat: 0, at: "c1" }]);
});

test("before the first stone the chosen seat begins", () => {
  const may = [
    ["place", "resign"],
    ["place", "resign"],
    ["place", "resign"],
  ];
  const now = makeNow({ phase: "opening", to_move: null, order: null, may });
  const play = playing(now, [0, 1, 2], { settings: { mode: "device" } });
  play.begin(2);
  play.pick("a3");
  expect(sent).toEqual([{ do: "place", seat: 2, at: "a3" }]);
});
