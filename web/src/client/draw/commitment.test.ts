import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import shares from "../../../../tests/data/shares.json";
import { commitmentOf, hashOf, seedOf } from "./commitment";

test.each(shares.vectors)(
  "shares $shares give the commitment and seed of the shared test vectors",
  (vector) => {
    expect(commitmentOf(vector.share)).toBe(vector.commitment);
    expect(seedOf(vector.share, vector.shares)).toBe(vector.seed);
  },
);

test("SHA-256 equals the platform's for every length", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 119, 120, 1_000]) {
    const text = "喝".repeat(length);
    const expected = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(bytesToHex(hashOf(text))).toBe(bytesToHex(new Uint8Array(expected)));
  }
});
