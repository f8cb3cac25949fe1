/** Measures the reaction of a shout, from the frame in which the open stone was painted. */

/** The longest reaction that the protocol allows. */
const MAX_REACTION_MS = 86_400_000;

export class ReactionTimer {
  #placement: number | null = null;
  #at: number | null = null;
  #frame = 0;

  /** A stone has arrived: it is on the screen two frames later. In a hidden tab there are no frames. */
  start(placement: number): void {
    if (placement === this.#placement) return;
    this.reset();
    this.#placement = placement;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => (this.#at = performance.now()));
    });
  }

  /** Whole milliseconds since it was painted; null if that is not known. */
  elapsed(placement: number): number | null {
    if (placement !== this.#placement || this.#at === null) return null;
    return Math.min(MAX_REACTION_MS, Math.max(0, Math.round(performance.now() - this.#at)));
  }

  reset(): void {
    cancelAnimationFrame(this.#frame);
    this.#placement = null;
    this.#at = null;
  }
}
