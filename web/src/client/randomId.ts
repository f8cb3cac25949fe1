/** Random hex strings from the browser's cryptographic generator. */

/** A player's share of the seed for dice and cards: 32 hex digits. */
export function randomShare(): string {
  return randomHex(16);
}

/** The id of a command, its idempotency key: the server carries each id out once. */
export function randomId(): string {
  return randomHex(12);
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
