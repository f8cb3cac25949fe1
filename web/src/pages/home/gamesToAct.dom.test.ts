import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { account } from "../../client/accountApi";
import { Problem } from "../../client/api";
import { identity, type Me } from "../../client/identity.svelte";
import type { TableRow } from "../../generated/messages";
import { GamesToAct } from "./gamesToAct.svelte";

const ME: Me = { id: "p", name: null, guest: true, scopes: null };
const ROW = { table: "t" } as TableRow;

/** A server that knows this browser as that person, and has these tables for it. */
function server(me: Me | null, rows: readonly TableRow[]) {
  vi.spyOn(account, "refresh").mockImplementation(() => Promise.resolve(identity.set(me)));
  return vi.spyOn(account, "gamesToAct").mockResolvedValue(rows);
}

describe("games that wait", () => {
  beforeEach(() => identity.set(null));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("are asked for when somebody is known", async () => {
    server(ME, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    expect(waiting.rows).toEqual([ROW]);
  });

  it("are none for somebody who has never been here, and are not asked for", async () => {
    const asked = server(null, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    expect(waiting.rows).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("stay as they were while the server is away", async () => {
    const asked = server(ME, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    asked.mockRejectedValue(new Problem(0, "away", "away"));
    await waiting.ask();
    expect(waiting.rows).toEqual([ROW]);
  });

  it("are asked for on coming and now and then, and no more after leaving", async () => {
    vi.useFakeTimers();
    const asked = server(ME, []);
    const stop = new GamesToAct().watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.mock.calls.length).toBeGreaterThan(1);
    stop();
    const before = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });
});
