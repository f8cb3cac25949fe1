/** When the open stone was painted here: the start of the reaction that a shout tells. */

/** The longest that a message may say. */
const MAX_REACTION_MS = 86_400_000;

export class ReactionTimer {
  #placement: number | null = null;
  #at: number | null = null;
  #frame = 0;

  /** News have brought a stone: two frames later it is on the screen. In a hidden tab no frame comes. */
  brought(placement: number): void {
    if (placement === this.#placement) return;
    this.forget();
    this.#placement = placement;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => (this.#at = performance.now()));
    });
  }

  /** Whole milliseconds since it was painted; null where that is not known. */
  since(placement: number): number | null {
    if (placement !== this.#placement || this.#at === null) return null;
    return Math.min(MAX_REACTION_MS, Math.max(0, Math.round(performance.now() - this.#at)));
  }

  forget(): void {
    cancelAnimationFrame(this.#frame);
    this.#placement = null;
    this.#at = null;
  }
}
