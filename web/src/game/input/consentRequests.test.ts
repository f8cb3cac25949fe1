import { expect, test } from "vitest";
import type { Here } from "../../generated/messages";
import { makeNow } from "../game.fixture";
import { canBeClaimed, lastPlacer, seatsAskedForTakeback, takebackSeat } from "./consentRequests";

test("a takeback is asked of all but the asking, the agreeing and the resigned seats", () => {
  const now = makeNow({ resigned: [2] }, { takeback: { by: 0, agreed: [0] } });
  expect([0, 1, 2].map((seat) => seatsAskedForTakeback(now, [seat]))).toEqual([[], [1], []]);
  expect(seatsAskedForTakeback(now, [0, 1])).toEqual([]);
});

test("the owner of the last stone can ask for a takeback, until somebody resigns", () => {
  const actions = [
    { do: "place", by: 0 },
    { do: "accept", by: 1 },
    { do: "place", by: 1 },
    { do: "grav", by: 0 },
  ];
  expect(lastPlacer(actions)).toBe(1);
  expect(lastPlacer([...actions, { do: "resign", by: 2 }])).toBeNull();
  expect(lastPlacer([])).toBeNull();
  expect(takebackSeat(makeNow(), [1], 1)).toBe(1);
  expect(takebackSeat(makeNow(), [0], 1)).toBeNull();
  expect(takebackSeat(makeNow({}, { takeback: { by: 1, agreed: [1] } }), [1], 1)).toBeNull();
});

test("only the seats of absent people can be claimed, and only without a clock", () => {
  const here: Here = { is: "here", seats: [true, false, true], watching: 0 };
  const guest = { kind: "guest", name: null, level: null } as const;
  const gone = (seat: number, settings = {}, chair: Parameters<typeof canBeClaimed>[1] = guest) =>
    canBeClaimed(seat, chair, makeNow(), here, settings, true);
  expect([gone(0), gone(1)]).toEqual([false, true]);
  expect(gone(1, { clock: { kind: "per_move", seconds: 30 } })).toBe(false);
  expect(gone(1, {}, { kind: "bot", name: null, level: 3 })).toBe(false);
  expect(canBeClaimed(1, guest, makeNow(), here, {}, false)).toBe(false);
});
