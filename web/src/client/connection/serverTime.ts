/** The server's time, as nearly as the quickest of its latest messages tell it. */

/** Enough for one of them to be quick, and few enough to follow clocks that drift. */
const KEPT = 16;

export class ServerTime {
  /** By how much the server's clock was ahead of ours, at least, by each message. */
  #ahead: number[] = [];
  #renewed = false;

  /** A message that was sent at that time of the server has just come. */
  hear(at: number): void {
    if (this.#renewed) this.#ahead = [];
    this.#renewed = false;
    this.#ahead.push(at - performance.now());
    if (this.#ahead.length > KEPT) this.#ahead.shift();
  }

  /** Another connection: perhaps another server, whose clock is its own. */
  renew(): void {
    this.#renewed = true;
  }

  /** Milliseconds since 1970. A message took half of the round trip to come. */
  now(roundTrip: number | null): number {
    if (this.#ahead.length === 0) return Date.now();
    return Math.round(performance.now() + Math.max(...this.#ahead) + (roundTrip ?? 0) / 2);
  }
}
