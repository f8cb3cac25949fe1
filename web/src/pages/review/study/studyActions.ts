/** The study board's messages to the server, and which seat a click acts for. */
import { declaresBonusTurns } from "../../../client/tableSettings";
import type { Position, Study } from "../../../generated/messages";

export type Rules = Readonly<Record<string, unknown>>;
export type Action = Readonly<Record<string, unknown>>;

/** Returns the first seat that is allowed this kind of action; null if none is. */
export function seatAllowedTo(position: Position, what: string): number | null {
  const seat = position.may.findIndex((options) => options.includes(what));
  return seat === -1 ? null : seat;
}

/** Returns the acceptances of all seats that have not answered. */
export function acceptActions(position: Position): readonly Action[] {
  return (position.window?.awaiting ?? []).map((by) => ({ do: "accept", by }));
}

/** Whether this point can be picked: an empty one for a stone, or a stone to be removed. */
export function canPick(position: Position, seat: number | undefined): boolean {
  if (position.phase === "over") return false;
  if (position.phase === "penalty") return seat === position.violator;
  return seat === undefined;
}

/** Returns the placement; it declares as many bonus turns as it completes shapes, if wanted. */
export function placeAction(
  study: Pick<Study, "position" | "legal">,
  rules: Rules,
  at: string,
  declares: boolean,
): Action | null {
  const by = seatAllowedTo(study.position, "place");
  if (by === null) return null;
  const shapes = declares && declaresBonusTurns(rules) ? (study.legal?.[at] ?? 0) : 0;
  return shapes > 0 ? { do: "place", by, at, declare: shapes } : { do: "place", by, at };
}

export function removeAction(position: Position, at: string): Action | null {
  const by = seatAllowedTo(position, "remove");
  return by === null ? null : { do: "remove", by, at };
}

/** Removes the last action other than an acceptance, with all acceptances after it. */
export function undoLast(actions: readonly Action[]): readonly Action[] {
  let end = actions.length;
  while (end > 0 && actions[end - 1]?.["do"] === "accept") end -= 1;
  return actions.slice(0, Math.max(0, end - 1));
}

/** Returns the numbers of the placements, by point. */
export function placementNumbers(actions: readonly Action[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  let move = 0;
  for (const { do: what, at } of actions) {
    if (what === "place") numbers.set(String(at), ++move);
  }
  return numbers;
}
