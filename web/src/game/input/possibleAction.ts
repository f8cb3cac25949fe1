/** What the user can do in the game now, and for which seat. */
import type { Now, Position, WindowShown } from "../../generated/messages";
import { NO_ANSWERS, answerOf, type Answer, type Answers } from "./ownAnswers";

/** A seat that may place, and perhaps pass. */
export interface Mover {
  readonly seat: number;
  readonly canPlace: boolean;
  readonly canPass: boolean;
}

export type PossibleAction =
  /** A turn; before the first stone, any own seat may begin. */
  | { readonly kind: "place"; readonly movers: readonly Mover[]; readonly opening: boolean }
  /** Own seats must answer the open stone; a seat that is certainly next may accept by placing. */
  | {
      readonly kind: "answer";
      readonly window: WindowShown;
      readonly seats: readonly number[];
      readonly mover: Mover | null;
    }
  /** All own seats have answered, others have not. */
  | {
      readonly kind: "answered";
      readonly window: WindowShown;
      readonly answer: Answer | null;
      readonly waited: readonly number[];
    }
  /** The open stone is the user's own. */
  | { readonly kind: "own"; readonly window: WindowShown; readonly waited: readonly number[] }
  | { readonly kind: "remove"; readonly seat: number; readonly violator: number | null }
  /** Others have to act. */
  | {
      readonly kind: "wait";
      readonly phase: Position["phase"];
      readonly waited: readonly number[];
      readonly window: WindowShown | null;
    }
  | { readonly kind: "over" };

export function possibleActionOf(
  now: Now,
  you: readonly number[],
  answers: Answers = NO_ANSWERS,
): PossibleAction {
  const position = now.position;
  if (position === null || now.stage !== "playing") return { kind: "over" };
  if (position.window !== null) return inWindow(position, position.window, you, answers);
  const movers = you
    .map((seat) => moverOf(position, seat))
    .filter((each) => each.canPlace || each.canPass);
  if (movers.length > 0) return { kind: "place", movers, opening: position.phase === "opening" };
  const remover = you.find((seat) => isAllowed(position, seat, "remove"));
  if (remover !== undefined) return { kind: "remove", seat: remover, violator: position.violator };
  const waited = position.to_move === null ? [] : [position.to_move];
  return { kind: "wait", phase: position.phase, waited, window: null };
}

function inWindow(
  position: Position,
  window: WindowShown,
  you: readonly number[],
  answers: Answers,
): PossibleAction {
  const isIn = (seat: number): boolean =>
    window.answered.includes(seat) || answerOf(answers, window.placement, seat) !== null;
  const waited = window.awaiting.filter((seat) => !isIn(seat));
  const seats = waited.filter((seat) => you.includes(seat));
  if (seats.length > 0) {
    const movers = seats.map((seat) => moverOf(position, seat));
    const mover = movers.find((each) => each.canPlace || each.canPass) ?? null;
    return { kind: "answer", window, seats, mover };
  }
  const mine = you.filter(
    (seat) => seat !== window.by && (isIn(seat) || window.awaiting.includes(seat)),
  );
  if (mine.length > 0) {
    const given = mine.map((seat) => answerOf(answers, window.placement, seat));
    const answer = given.includes("shout") ? "shout" : (given[0] ?? null);
    return { kind: "answered", window, answer, waited };
  }
  if (you.includes(window.by)) return { kind: "own", window, waited };
  return { kind: "wait", phase: "window", waited, window };
}

function moverOf(position: Position, seat: number): Mover {
  return {
    seat,
    canPlace: isAllowed(position, seat, "place"),
    canPass: isAllowed(position, seat, "pass"),
  };
}

export function isAllowed(position: Position, seat: number, kind: string): boolean {
  return position.may[seat]?.includes(kind) ?? false;
}

/** Returns the seat that places the next stone: if several may begin, the chosen one. */
export function moverNow(acting: PossibleAction, chosen: number | null): Mover | null {
  if (acting.kind === "answer") return acting.mover;
  if (acting.kind !== "place") return null;
  return acting.movers.find(({ seat }) => seat === chosen) ?? acting.movers[0] ?? null;
}

/** Returns the seats that are waited for; they are outlined. */
export function seatsToAct(now: Now): readonly number[] {
  const position = now.position;
  if (position === null || now.stage !== "playing") return [];
  if (position.window !== null) {
    const { awaiting, answered } = position.window;
    return awaiting.filter((seat) => !answered.includes(seat));
  }
  return position.to_move === null ? [] : [position.to_move];
}

/** Returns the own seats that are still in the game. */
export function seatsInGame(now: Now, you: readonly number[]): readonly number[] {
  return you.filter((seat) => now.position?.may[seat]?.includes("resign") ?? false);
}
