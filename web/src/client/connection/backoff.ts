/** Exponential backoff with jitter, so that clients do not all reconnect at the same moment. */

/** Milliseconds that a connection must have lasted for the backoff to start again. */
const STABLE_MS = 5_000;
const MAX_FAILURES = 16;

export class Backoff {
  #failures = 0;
  #since = Number.NEGATIVE_INFINITY;
  #connected = false;

  constructor(
    private readonly first = 200,
    private readonly max = 4_000,
    private readonly random: () => number = Math.random,
  ) {}

  connected(): void {
    this.#connected = true;
    this.#since = performance.now();
  }

  /** After a failure: how many milliseconds to wait. */
  next(): number {
    if (this.#connected && performance.now() - this.#since > STABLE_MS) this.#failures = 0;
    this.#connected = false;
    const wait = Math.min(this.first * 2 ** this.#failures, this.max);
    this.#failures = Math.min(this.#failures + 1, MAX_FAILURES);
    return wait * (0.5 + this.random() / 2);
  }
}
