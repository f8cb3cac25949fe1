import { describe, expect, test } from "vitest";
import { gatheringView } from "./gatheringState";
import { FOX, GUEST, OPEN, here, reservedFor, now, person, whole } from "../table.fixture";

const can = (
  change: Parameters<typeof whole>[0],
  name: string | null = null,
  seat = 1,
): readonly string[] => {
  const view = gatheringView(whole(change), null, name).seats[seat]!;
  return (["maySit", "mayLeave", "mayFree", "maySeatBot"] as const).filter((each) => view[each]);
};

describe("a spectator", () => {
  test("may sit down on an open seat", () => {
    expect(can({})).toEqual(["maySit"]);
  });

  test("may not sit down on a taken seat", () => {
    expect(can({}, null, 0)).toEqual([]);
  });

  test("may take a seat that is reserved for them, not one for somebody else", () => {
    const change = { now: now({ chairs: [person("mina"), reservedFor("jun")] }) };
    expect(can(change)).toEqual([]);
    expect(can(change, "ari")).toEqual([]);
    expect(can(change, "jun")).toEqual(["maySit"]);
    expect(gatheringView(whole(change), null, "jun").seats[1]!.reservedForMe).toBe(true);
  });

  test("may not take a seat that is reserved for a deleted account", () => {
    const kept = { kind: "kept", name: null, level: null } as const;
    expect(can({ now: now({ chairs: [person("mina"), kept] }) })).toEqual([]);
  });
});

describe("a seated user", () => {
  const change = { you: [1], now: now({ chairs: [OPEN, GUEST] }) };

  test("may leave the seat", () => {
    expect(can(change)).toEqual(["mayLeave"]);
  });

  test("is offered no second seat", () => {
    expect(can(change, null, 0)).toEqual([]);
  });
});

describe("the host", () => {
  test("may seat a bot on an open seat, and close the table", () => {
    const change = { hosting: true, you: [0] };
    expect(can(change)).toEqual(["maySeatBot"]);
    expect(gatheringView(whole(change), null, "mina").mayClose).toBe(true);
  });

  test("may free the seats of others and of bots, and reserved ones, but leaves their own", () => {
    const chairs = [person("mina"), FOX, reservedFor("jun"), GUEST];
    const change = { hosting: true, you: [0], now: now({ chairs }) };
    expect(can(change, "mina", 0)).toEqual(["mayLeave"]);
    for (const seat of [1, 2, 3]) expect(can(change, "mina", seat)).toEqual(["mayFree"]);
  });

  test("has no bots in referee mode", () => {
    expect(can({ hosting: true, you: [0], settings: { mode: "referee" } })).toEqual([]);
  });
});

test("after the start nobody can change seats", () => {
  const change = { hosting: true, you: [0], now: now({ stage: "settling" }) };
  expect(can(change, "mina", 0)).toEqual([]);
  expect(can(change)).toEqual([]);
  expect(gatheringView(whole(change), null, null).mayClose).toBe(false);
});

test("presence is given for taken seats, and for no others", () => {
  const chairs = [person("mina"), GUEST, OPEN];
  const view = gatheringView(whole({ now: now({ chairs }) }), here([true, false, false], 4), null);
  expect(view.seats.map(({ present }) => present)).toEqual([true, false, null]);
  expect(view.watching).toBe(4);
});

test("before presence is known, nobody is shown as away", () => {
  expect(gatheringView(whole(), null, null).seats[0]!.present).toBeNull();
});

test("reserved seats count as missing, and are listed with their names", () => {
  const chairs = [person("mina"), reservedFor("jun"), OPEN];
  const view = gatheringView(whole({ now: now({ chairs }) }), null, null);
  expect(view.missingCount).toBe(2);
  expect(view.hasOpen).toBe(true);
  expect(view.reservedFor).toEqual(["jun"]);
});
