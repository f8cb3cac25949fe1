/** The marks on the board: only public information, and the user's own tap. */
import type { Mark, Stones } from "../../board/types";
import type { Position } from "../../generated/messages";
import type { PossibleAction } from "../input/possibleAction";
import type { PendingTap } from "./secondTap";

/** Returns the stones that may be removed now. */
export function removableStones(acting: PossibleAction, stones: Stones): readonly string[] {
  if (acting.kind !== "remove" || acting.violator === null) return [];
  return [...stones].filter(([, stone]) => stone.seat === acting.violator).map(([at]) => at);
}

/**
 * Returns the open stone; without a window, the stone that the next distance is measured from, if
 * that is agreed help.
 */
export function markedStone(position: Position): string | null {
  return position.window?.at ?? position.last ?? null;
}

export function marksOf(
  position: Position,
  acting: PossibleAction,
  stones: Stones,
  pending: PendingTap | null,
): readonly Mark[] {
  const marks: Mark[] = [];
  const last = markedStone(position);
  if (last !== null && stones.has(last)) marks.push({ kind: "last", at: last });
  for (const at of position.legal ?? []) marks.push({ kind: "legal", at });
  for (const [at, count] of Object.entries(position.shapes ?? {})) {
    if (count > 0 && at !== pending?.at) marks.push({ kind: "count", at, text: String(count) });
  }
  if (acting.kind === "remove") {
    // After one is chosen, the others are no longer marked.
    const chosen = removableStones(acting, stones).filter(
      (at) => pending === null || at === pending.at,
    );
    for (const at of chosen) marks.push({ kind: "choice", at });
  } else if (pending !== null && !stones.has(pending.at)) {
    marks.push({ kind: "pending", at: pending.at, seat: pending.seat });
  }
  return marks;
}

/**
 * Whether this point can be picked now: a stone to be removed, or an empty point for the next
 * stone.
 */
export function isPickable(
  acting: PossibleAction,
  stones: Stones,
  at: string,
  canPlace: boolean,
): boolean {
  const stone = stones.get(at);
  if (acting.kind === "remove") return stone !== undefined && stone.seat === acting.violator;
  return canPlace && stone === undefined;
}
