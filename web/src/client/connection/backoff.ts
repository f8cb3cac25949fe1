/** Waits between attempts: they grow, and scatter, so that not all come back in the same moment. */

/** Milliseconds that a connection must have lasted for the next failure to count as the first. */
const STEADY = 5_000;
const MAX_FAILURES = 16;

export class Backoff {
  #failures = 0;
  #since = Number.NEGATIVE_INFINITY;
  #connected = false;

  constructor(
    private readonly first = 200,
    private readonly most = 4_000,
    private readonly random: () => number = Math.random,
  ) {}

  connected(): void {
    this.#connected = true;
    this.#since = performance.now();
  }

  /** After a failure: how many milliseconds to wait. */
  next(): number {
    if (this.#connected && performance.now() - this.#since > STEADY) this.#failures = 0;
    this.#connected = false;
    const wait = Math.min(this.first * 2 ** this.#failures, this.most);
    this.#failures = Math.min(this.#failures + 1, MAX_FAILURES);
    return wait * (0.5 + this.random() / 2);
  }
}
