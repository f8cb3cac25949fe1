/** The commit–reveal seed: the server's commitment, and the seed that all shares make (docs/settling.md). */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * SHA-256 of a text's UTF-8. The browser's own (`crypto.subtle`) needs https or localhost, and Grav
 * is also played over plain http in a local network.
 */
export function hashOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** The server's commitment: the hash of its share, published before the players give theirs. */
export function commitmentOf(share: string): string {
  return bytesToHex(hashOf(`grav commitment 1\n${share}`));
}

/** The seed: the hash of the server's share and the players' shares, by seat. */
export function seedOf(share: string, shares: readonly string[]): string {
  return bytesToHex(hashOf(["grav seed 1", share, ...shares].join("\n")));
}
