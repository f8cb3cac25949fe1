import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import draws from "../../../../tests/data/draws.json";
import { drawBlock, SeededDraws } from "./seededDraws";

test.each(draws.vectors)(
  "the seed $seed gives the numbers of the shared test vectors",
  (vector) => {
    expect(bytesToHex(drawBlock(vector.seed, 0))).toBe(vector.first_block);
    const row = new SeededDraws(vector.seed);
    expect(vector.below.map((n) => row.below(n))).toEqual(vector.values);
    expect(row.used).toBe(vector.used);
  },
);
