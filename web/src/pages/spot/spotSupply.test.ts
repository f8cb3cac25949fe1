import { describe, expect, it, vi } from "vitest";
import type { Spots } from "../../generated/messages";
import { DEFAULT_CHOICE } from "./runChoice";
import { FINE } from "./spots.fixture";
import { BATCH_SIZE, REFILL_BELOW, SpotSupply, randomSeed, spotsPath } from "./spotSupply";

/** A fake server that answers when the test releases it. */
function server() {
  const asked: string[] = [];
  const open: { resolve: (spots: Spots) => void; reject: (why: Error) => void }[] = [];
  const fetch = (path: string) => {
    asked.push(path);
    return new Promise<Spots>((resolve, reject) => open.push({ resolve, reject }));
  };
  const settle = () => new Promise<void>((done) => setTimeout(done));
  return {
    asked,
    fetch,
    async comes(count = BATCH_SIZE) {
      const spots = Array.from({ length: count }, () => FINE);
      open.shift()?.resolve({ seed: "s", first: 0, spots });
      await settle();
    },
    async fails() {
      open.shift()?.reject(new Error("away"));
      await settle();
    },
  };
}

function supplied() {
  const from = server();
  const changed = vi.fn();
  return { ...from, changed, supply: new SpotSupply(DEFAULT_CHOICE, "s", from.fetch, changed) };
}

describe("the supply of positions", () => {
  it("fetches when the first is wanted, and reports the result", async () => {
    const { supply, asked, comes, changed } = supplied();
    expect(supply.takeNext()).toBeNull();
    expect(supply.takeNext()).toBeNull();
    expect(asked).toHaveLength(1);
    await comes();
    expect(changed).toHaveBeenCalledOnce();
    expect(supply.takeNext()).toEqual(FINE);
  });

  it("prefetches when few are left, one batch at a time", async () => {
    const { supply, asked, comes } = supplied();
    supply.takeNext();
    await comes();
    for (let taken = 1; taken < BATCH_SIZE - REFILL_BELOW; taken++) supply.takeNext();
    expect(asked).toHaveLength(1);
    supply.takeNext();
    expect(asked[1]).toContain(`first=${BATCH_SIZE}`);
    supply.takeNext();
    expect(asked).toHaveLength(2);
  });

  it("retries a failed fetch with the next request while some are left", async () => {
    const { supply, asked, comes, fails } = supplied();
    supply.takeNext();
    await comes();
    for (let taken = 0; taken < BATCH_SIZE - REFILL_BELOW; taken++) supply.takeNext();
    await fails();
    expect(supply.hasFailed).toBe(true);
    expect(supply.takeNext()).toEqual(FINE);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toBe(asked[1]);
    expect(supply.hasFailed).toBe(false);
  });

  it("has failed if none are left, until the user retries", async () => {
    const { supply, asked, comes, fails, changed } = supplied();
    supply.takeNext();
    await fails();
    expect(changed).toHaveBeenCalledOnce();
    expect(supply.takeNext()).toBeNull();
    expect(supply.hasFailed).toBe(true);
    expect(asked).toHaveLength(1);
    void supply.fetchMore();
    expect(supply.hasFailed).toBe(false);
    await comes();
    expect(supply.takeNext()).toEqual(FINE);
  });

  it("treats an empty answer as a failure", async () => {
    const { supply, comes } = supplied();
    supply.takeNext();
    await comes(0);
    expect(supply.hasFailed).toBe(true);
  });
});

it("the request contains the options; all rules are the default", () => {
  expect(spotsPath(DEFAULT_CHOICE, "s", 0)).toBe(
    "/api/drills/spot?seed=s&first=0&count=10&size=7&grade=easy",
  );
  expect(spotsPath({ ...DEFAULT_CHOICE, rule: "density" }, "s", 20)).toContain("&rule=density");
});

it("a seed has the length that the server accepts, and is random", () => {
  expect(randomSeed()).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
  expect(randomSeed()).not.toBe(randomSeed());
});
