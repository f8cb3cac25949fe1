/** Estimates the server's time from its latest messages: the one with the least delay counts. */

/** Enough samples for one to be quick, and few enough to follow a drifting clock. */
const MAX_SAMPLES = 16;

export class ServerTime {
  /** Lower bounds of the clock offset, one per message. */
  #offsets: number[] = [];
  #isNewConnection = false;

  /** Adds a sample: a message that was sent at this time of the server has just arrived. */
  addSample(at: number): void {
    if (this.#isNewConnection) this.#offsets = [];
    this.#isNewConnection = false;
    this.#offsets.push(at - performance.now());
    if (this.#offsets.length > MAX_SAMPLES) this.#offsets.shift();
  }

  /** A new connection, perhaps to another process with its own clock: the next sample drops the old ones. */
  startOver(): void {
    this.#isNewConnection = true;
  }

  /** Milliseconds since 1970. A message is taken to need half of the round trip. */
  now(roundTrip: number | null): number {
    if (this.#offsets.length === 0) return Date.now();
    return Math.round(performance.now() + Math.max(...this.#offsets) + (roundTrip ?? 0) / 2);
  }
}
