/** The stops of a reviewed game: every step but those that only accept a stone. */
import { stonesOf } from "../../../board/points";
import type { Stone, Stones } from "../../../board/types";
import type { Position, Review, ReviewStep, Truth } from "../../../generated/messages";

export interface Stop {
  /** The number of actions so far; 0 is the empty board. */
  readonly step: number;
  /** The number of placements so far. */
  readonly move: number;
  /** The number of stops since that placement; 0 is the placement itself. */
  readonly then: number;
}

type Steps = Pick<Review, "steps">;

/** Returns the stops: the start, and every step that does not only accept a stone. */
export function stopsOf({ steps }: Steps): readonly Stop[] {
  const stops: Stop[] = [{ step: 0, move: 0, then: 0 }];
  let move = 0;
  let then = 0;
  for (const step of steps) {
    if (step.truth !== null) {
      move = step.truth.move;
      then = -1;
    }
    if (isQuiet(step) && step.number !== steps.length) continue;
    then += 1;
    stops.push({ step: step.number, move, then });
  }
  return stops;
}

/** Whether the step only accepts a stone, and has no comment. */
function isQuiet(step: ReviewStep): boolean {
  return step.action["do"] === "accept" && step.refused === null && step.comment === null;
}

/** Returns the index of the stop that shows a step: its own, or the last one before it. */
export function stopOfStep(stops: readonly Stop[], step: number): number {
  const after = stops.findIndex((stop) => stop.step > step);
  return after === -1 ? stops.length - 1 : Math.max(0, after - 1);
}

/**
 * Returns the index of the stop of an address; null is the start, and a missing stop becomes the
 * nearest.
 */
export function stopOfMove(stops: readonly Stop[], move: number | null, then = 0): number {
  if (move === null || move < 0) return 0;
  const from = stops.findIndex((stop) => stop.move >= move);
  if (from === -1) return stops.length - 1;
  let found = from;
  while (stops[found + 1]?.move === stops[from]?.move && (stops[found]?.then ?? 0) < then)
    found += 1;
  return found;
}

/** Formats the query of a stop. */
export function stopQuery({ move, then }: Stop): string {
  if (move === 0 && then === 0) return "";
  return then === 0 ? `?move=${move}` : `?move=${move}&then=${then}`;
}

/** Parses `then` of the query of `stopQuery`. */
export function parseThen(query: string): number {
  const then = Number.parseInt(new URLSearchParams(query).get("then") ?? "", 10);
  return Number.isNaN(then) ? 0 : then;
}

export type Direction = "first" | "back" | "forward" | "last";

export function targetStop(index: number, way: Direction, count: number): number {
  const to = { first: 0, back: index - 1, forward: index + 1, last: count - 1 }[way];
  return Math.min(Math.max(to, 0), count - 1);
}

const KEYS: Readonly<Record<string, Direction>> = {
  Home: "first",
  ArrowLeft: "back",
  ArrowRight: "forward",
  End: "last",
};

/**
 * Returns the direction of a key; null if the key belongs to a field, to the board, or to the
 * browser.
 */
export function directionOfKey(event: KeyboardEvent): Direction | null {
  if (event.defaultPrevented || event.isComposing) return null;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const target = event.target;
  if (target instanceof Element && target.closest("input, textarea, select, [role=grid], dialog")) {
    return null;
  }
  return KEYS[event.key] ?? null;
}

export function stepAt({ steps }: Steps, number: number): ReviewStep | null {
  return steps[number - 1] ?? null;
}

export function positionAt(review: Pick<Review, "steps" | "start">, number: number): Position {
  return stepAt(review, number)?.position ?? review.start;
}

/**
 * Returns the placement that a step is about: itself, or the one that was accepted, shouted at or
 * paid for.
 */
export function placementOf({ steps }: Steps, number: number): ReviewStep | null {
  const step = steps[number - 1];
  if (!step) return null;
  if (step.truth !== null) return step;
  if (step.refused !== null || !ABOUT_A_STONE.has(String(step.action["do"]))) return null;
  return (
    steps
      .slice(0, number)
      .reverse()
      .find((each) => each.truth !== null) ?? null
  );
}

const ABOUT_A_STONE: ReadonlySet<string> = new Set(["accept", "grav", "remove"]);

export function truthAt(review: Steps, number: number): Truth | null {
  return placementOf(review, number)?.truth ?? null;
}

/** Returns the stones after this many steps, with the numbers of their placements. */
export function numberedStones(review: Pick<Review, "steps" | "start">, number: number): Stones {
  const numbers = new Map<string, number>();
  for (const { truth } of review.steps.slice(0, number)) {
    if (truth !== null) numbers.set(truth.at, truth.move);
  }
  const stones = new Map<string, Stone>();
  for (const [at, { seat }] of stonesOf(positionAt(review, number).board)) {
    const placed = numbers.get(at);
    stones.set(at, placed === undefined ? { seat } : { seat, number: placed });
  }
  return stones;
}

type Action = Readonly<Record<string, unknown>>;

/** Returns the actions that led to a step, without refused ones. */
export function actionsTo({ steps }: Steps, number: number): readonly Action[] {
  return steps
    .slice(0, number)
    .filter((step) => step.refused === null)
    .map((step) => step.action);
}
