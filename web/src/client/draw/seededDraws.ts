/** Numbers drawn from a seed, and the seed from shares, as docs/settling.md states it. */
import { hex, sha256 } from "./sha256";

const WORDS = 2n ** 64n;
const WORDS_IN_BLOCK = 4;
const WORD_BYTES = 8;

/** What a server shows of its share before the players give theirs. */
export function commitmentOf(share: string): string {
  return hex(sha256(`grav commitment 1\n${share}`));
}

/** The seed from the server's share and the players', by seat. */
export function seedOf(share: string, shares: readonly string[]): string {
  return hex(sha256(["grav seed 1", share, ...shares].join("\n")));
}

/** The bytes of four words. */
export function block(seed: string, index: number): Uint8Array {
  return sha256(`grav draw 1\n${seed}\n${index}`);
}

/** The endless row of words that a seed gives; each is used once. */
export class SeededDraws {
  #used = 0;

  constructor(private readonly seed: string) {}

  /** The words taken so far, with those that were rejected. */
  get used(): number {
    return this.#used;
  }

  /** A number from 0 to n - 1, each equally likely. */
  below(n: number): number {
    const bound = BigInt(n);
    // The words that are left are a multiple of n, so that as many stand for each number.
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const word = this.#next();
      if (word < limit) return Number(word % bound);
    }
  }

  #next(): bigint {
    const at = this.#used++;
    const { buffer } = block(this.seed, Math.floor(at / WORDS_IN_BLOCK));
    return new DataView(buffer).getBigUint64((at % WORDS_IN_BLOCK) * WORD_BYTES);
  }
}
