import { describe, expect, test } from "vitest";
import { gatheringView } from "./gatheringState";
import { FOX, GUEST, OPEN, here, keptFor, now, person, whole } from "../table.fixture";

const can = (
  change: Parameters<typeof whole>[0],
  name: string | null = null,
  seat = 1,
): readonly string[] => {
  const view = gatheringView(whole(change), null, name).seats[seat]!;
  return (["maySit", "mayLeave", "mayFree", "maySeatBot"] as const).filter((each) => view[each]);
};

describe("who looks on", () => {
  test("may sit down on an open seat", () => {
    expect(can({})).toEqual(["maySit"]);
  });

  test("may not sit down where somebody sits", () => {
    expect(can({}, null, 0)).toEqual([]);
  });

  test("may not take a seat that is kept for somebody else, and may take their own", () => {
    const change = { now: now({ chairs: [person("mina"), keptFor("jun")] }) };
    expect(can(change)).toEqual([]);
    expect(can(change, "ari")).toEqual([]);
    expect(can(change, "jun")).toEqual(["maySit"]);
    expect(gatheringView(whole(change), null, "jun").seats[1]!.keptForMe).toBe(true);
  });

  test("is not taken for somebody whose account is gone", () => {
    const kept = { kind: "kept", name: null, level: null } as const;
    expect(can({ now: now({ chairs: [person("mina"), kept] }) })).toEqual([]);
  });
});

describe("who sits", () => {
  const change = { you: [1], now: now({ chairs: [OPEN, GUEST] }) };

  test("may stand up", () => {
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

  test("may free the seats of others, of bots, and those that are kept, but stands up oneself", () => {
    const chairs = [person("mina"), FOX, keptFor("jun"), GUEST];
    const change = { hosting: true, you: [0], now: now({ chairs }) };
    expect(can(change, "mina", 0)).toEqual(["mayLeave"]);
    for (const seat of [1, 2, 3]) expect(can(change, "mina", seat)).toEqual(["mayFree"]);
  });

  test("has no bots beside a real board", () => {
    expect(can({ hosting: true, you: [0], settings: { mode: "referee" } })).toEqual([]);
  });
});

test("once it has begun nothing can be done about seats", () => {
  const change = { hosting: true, you: [0], now: now({ stage: "settling" }) };
  expect(can(change, "mina", 0)).toEqual([]);
  expect(can(change)).toEqual([]);
  expect(gatheringView(whole(change), null, null).mayClose).toBe(false);
});

test("who is there is told of those who sit, and of nobody else", () => {
  const chairs = [person("mina"), GUEST, OPEN];
  const view = gatheringView(whole({ now: now({ chairs }) }), here([true, false, false], 4), null);
  expect(view.seats.map(({ present }) => present)).toEqual([true, false, null]);
  expect(view.watching).toBe(4);
});

test("before that is known, nobody is said to be away", () => {
  expect(gatheringView(whole(), null, null).seats[0]!.present).toBeNull();
});

test("kept seats are still missing, and for whom they are kept is told", () => {
  const chairs = [person("mina"), keptFor("jun"), OPEN];
  const view = gatheringView(whole({ now: now({ chairs }) }), null, null);
  expect(view.missingCount).toBe(2);
  expect(view.hasOpen).toBe(true);
  expect(view.keptFor).toEqual(["jun"]);
});
