/** For tests: messages as a server sends them, of an ordinary game with the given changes. */
import type { Chair, Now, Position, WindowShown } from "../generated/messages";
import type { Addressee } from "./announcements/announcementText";
import type { Say } from "./verdict/breachText";

export function makePosition(change: Partial<Position> = {}): Position {
  const may = [["place", "pass", "resign"], ["resign"], ["resign"]];
  return {
    phase: "turn",
    to_move: 0,
    violator: null,
    order: [0, 1, 2],
    board: ["...", ".0.", "1.2"],
    bonus_turns: 0,
    on_bonus_turn: false,
    skips: [0, 0, 0],
    passed: [],
    stones: [1, 1, 1],
    resigned: [],
    window: null,
    ended: null,
    ranking: null,
    may,
    ...change,
  };
}

export function makeWindow(change: Partial<WindowShown> = {}): WindowShown {
  return {
    placement: 7,
    by: 0,
    at: "b2",
    declared: null,
    awaiting: [1, 2],
    answered: [],
    ...change,
  };
}

const ANSWERS = ["accept", "grav", "resign"];

/** A game whose stone 7, of seat 0, is open. */
export function openWindow(change: Partial<WindowShown> = {}, may?: Position["may"]): Now {
  const window = makeWindow(change);
  const options = [0, 1, 2].map((seat) => (window.awaiting.includes(seat) ? ANSWERS : ["resign"]));
  return makeNow({ phase: "window", to_move: null, window, may: may ?? options });
}

export function makeNow(position: Partial<Position> = {}, change: Partial<Now> = {}): Now {
  const guest: Chair = { kind: "guest", name: null, level: null };
  return {
    stage: "playing",
    chairs: [guest, guest, guest],
    settling: null,
    position: makePosition(position),
    clock: null,
    ends: null,
    takeback: null,
    rematch: null,
    next: null,
    closed: null,
    ...change,
  };
}

/** A fake `say`: returns the key with its values. */
export const say: Say = (key, values = {}) => {
  const written = Object.entries(values).map(([name, value]) => `${name}=${String(value)}`);
  return [key, ...written].join(" ");
};

export function makeAddressee(me: number | null, you = me === null ? [] : [me]): Addressee {
  return { say, me, you, name: (seat) => `P${seat + 1}` };
}
