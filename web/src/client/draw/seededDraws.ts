/** Deterministic draws from a seed, as docs/settling.md defines them. */
import { hashOf } from "./commitment";

const WORDS = 2n ** 64n;
const WORDS_IN_BLOCK = 4;
const WORD_BYTES = 8;

/** One hash: the bytes of four 64-bit words. */
export function drawBlock(seed: string, index: number): Uint8Array {
  return hashOf(`grav draw 1\n${seed}\n${index}`);
}

/** The stream of 64-bit words that a seed gives; each is used once. */
export class SeededDraws {
  #used = 0;

  constructor(private readonly seed: string) {}

  /** How many words were taken so far, including rejected ones. */
  get used(): number {
    return this.#used;
  }

  /** A uniform number from 0 to n - 1, by rejection sampling. */
  below(n: number): number {
    const bound = BigInt(n);
    // Words at or above the largest multiple of n are rejected: modulo would favour small numbers.
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const word = this.#next();
      if (word < limit) return Number(word % bound);
    }
  }

  #next(): bigint {
    const at = this.#used++;
    const { buffer, byteOffset } = drawBlock(this.seed, Math.floor(at / WORDS_IN_BLOCK));
    return new DataView(buffer, byteOffset).getBigUint64((at % WORDS_IN_BLOCK) * WORD_BYTES);
  }
}
