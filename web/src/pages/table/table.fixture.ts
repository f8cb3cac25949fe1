/** For tests: tables as a server sends them. */
import type { Chair, Here, Now, SettlingShown, Whole } from "../../generated/messages";

export const OPEN: Chair = { kind: "open", name: null, level: null };
export const GUEST: Chair = { kind: "guest", name: null, level: null };
export const FOX: Chair = { kind: "bot", name: null, level: 6 };
export const person = (name: string): Chair => ({ kind: "person", name, level: null });
export const reservedFor = (name: string): Chair => ({ kind: "kept", name, level: null });

export function now(change: Partial<Now> = {}): Now {
  return {
    stage: "gathering",
    chairs: [person("mina"), OPEN],
    settling: null,
    position: null,
    clock: null,
    ends: null,
    takeback: null,
    rematch: null,
    next: null,
    closed: null,
    ...change,
  };
}

export function whole(change: Partial<Whole> = {}): Whole {
  return {
    is: "whole",
    number: 3,
    at: 1_794_753_898_074,
    table: "W5IAkvIfbkyr",
    settings: { setting: "3 3 4 2 4" },
    host: "mina",
    hosting: false,
    you: [],
    rules: null,
    setting: null,
    actions: [],
    now: now(),
    ...change,
  };
}

export function settling(
  how: SettlingShown["how"],
  shown: Partial<SettlingShown>,
  change: Partial<Whole> = {},
): Whole {
  const blank: SettlingShown = {
    how,
    commitment: null,
    shares: [],
    to_act: [],
    hand: [],
    kept: [],
    proposals: [],
    accepted: [],
  };
  const chairs = [person("mina"), GUEST];
  return whole({
    settings: { settle: how },
    now: now({
      stage: "settling",
      chairs,
      ends: 1_794_753_958_074,
      settling: { ...blank, ...shown },
    }),
    ...change,
  });
}

export function here(seats: readonly boolean[], watching = 0): Here {
  return { is: "here", seats, watching };
}
