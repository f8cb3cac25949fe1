import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { account } from "../../client/accountApi";
import { Problem } from "../../client/api";
import { identity, type Me } from "../../client/identity.svelte";
import type { TableRow } from "../../generated/messages";
import { GamesToAct } from "./gamesToAct.svelte";

const ME: Me = { id: "p", name: null, guest: true, scopes: null };
const ROW = { table: "t" } as TableRow;

/** A fake server with this user, and these games to act in. */
function server(me: Me | null, rows: readonly TableRow[]) {
  vi.spyOn(account, "refresh").mockImplementation(() => Promise.resolve(identity.set(me)));
  return vi.spyOn(account, "gamesToAct").mockResolvedValue(rows);
}

describe("games to act in", () => {
  beforeEach(() => identity.set(null));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("are fetched for a known user", async () => {
    server(ME, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    expect(waiting.rows).toEqual([ROW]);
  });

  it("are not fetched for an unknown user", async () => {
    const asked = server(null, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    expect(waiting.rows).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("stay after a failed request", async () => {
    const asked = server(ME, [ROW]);
    const waiting = new GamesToAct();
    await waiting.ask();
    asked.mockRejectedValue(new Problem(0, "away", "away"));
    await waiting.ask();
    expect(waiting.rows).toEqual([ROW]);
  });

  it("are fetched on opening and at intervals, until the watch stops", async () => {
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
