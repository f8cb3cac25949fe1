/** Performs the intent of a key, if that is possible now. */
import type { PossibleAction, Mover } from "./possibleAction";
import type { Intent } from "./keyIntents";
import type { PendingTap } from "../board/secondTap";
import type { VerdictState } from "../verdict/verdictState";

/** The part of a game that keys control. */
export interface KeyTarget {
  readonly acting: PossibleAction;
  readonly mover: Mover | null;
  readonly declares: boolean;
  readonly isShared: boolean;
  readonly pending: PendingTap | null;
  readonly recent: { readonly verdicts: VerdictState; dismiss(): void };
  shout(seat: number): unknown;
  accept(): unknown;
  pass(): unknown;
  declare(count: number): unknown;
  reconsider(): unknown;
}

/** Returns whether the key was handled. */
export function performIntent(intent: Intent, play: KeyTarget): boolean {
  const { acting, mover } = play;
  const seats = acting.kind === "answer" ? acting.seats : [];
  switch (intent.kind) {
    case "shout": {
      const [seat, ...others] = seats;
      // With several own seats, the shortcut key does nothing: it could not tell which seat shouts.
      if (seat === undefined || others.length > 0) return false;
      play.shout(seat);
      return true;
    }
    case "accept":
      if (seats.length === 0) return false;
      play.accept();
      return true;
    case "pass":
      if (!mover?.canPass) return false;
      play.pass();
      return true;
    case "dismiss":
      return dismiss(play);
    case "digit":
      return digit(intent.digit, seats, play);
  }
}

function dismiss(play: KeyTarget): boolean {
  if (play.pending !== null) play.reconsider();
  else if (play.recent.verdicts.current !== null) play.recent.dismiss();
  else return false;
  return true;
}

function digit(pressed: number, seats: readonly number[], play: KeyTarget): boolean {
  if (play.isShared && seats.length > 0) {
    if (!seats.includes(pressed - 1)) return false;
    play.shout(pressed - 1);
    return true;
  }
  if (!play.declares || !play.mover?.canPlace) return false;
  play.declare(pressed);
  return true;
}
