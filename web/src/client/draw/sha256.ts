/**
 * Synchronous SHA-256 of a text's UTF-8. The browser's own (`crypto.subtle`) needs https or localhost,
 * and Grav is also played over plain http in a local network.
 */

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
const BLOCK = 64;

export function sha256(text: string): Uint8Array {
  const message = padMessage(new TextEncoder().encode(text));
  const state = Uint32Array.from(START);
  for (let at = 0; at < message.byteLength; at += BLOCK) compress(state, message, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Pads to whole blocks: the bytes, a one bit, zeros, the length in bits. */
function padMessage(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK);
  const message = new Uint8Array(blocks * BLOCK);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function compress(state: Uint32Array, message: DataView, at: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = message.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number, number, number, number, number, number, number, number,
  ]; // prettier-ignore
  for (let i = 0; i < 64; i++) {
    const big1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + big1 + choice + ROUNDS[i]! + words[i]!) | 0;
    const big0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + big0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
}

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional part. */
function fractionBits(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}
