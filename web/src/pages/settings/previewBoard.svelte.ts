/** A board to try the settings on: two colours alternate, with the second tap if it is needed. */
import { stonesOf } from "../../board/points";
import type { Mark, Stones } from "../../board/types";
import { applyTap, type PendingTap } from "../../game/board/secondTap";

export const BOARD_SIZE = 5;
const START = ["....1", ".0...", "...1.", ".....", "0...."];

export class PreviewState {
  stones = $state.raw<Stones>(stonesOf(START));
  pending = $state.raw<PendingTap | null>(null);
  #seat = $state(0);
  readonly marks: readonly Mark[] = $derived(
    this.pending ? [{ kind: "pending", ...this.pending }] : [],
  );

  /** Picks a point; returns whether a stone was placed. */
  pick(at: string, needsConfirmation: boolean): boolean {
    const { pending, settled } = applyTap(
      this.pending,
      { at, seat: this.#seat },
      needsConfirmation,
    );
    this.pending = pending;
    if (settled === null || this.stones.has(settled)) return false;
    this.stones = new Map([...this.stones, [settled, { seat: this.#seat }]]);
    this.#seat = 1 - this.#seat;
    return true;
  }

  clear(): void {
    this.stones = new Map();
    this.pending = null;
  }
}
