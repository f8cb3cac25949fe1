/**
 * Svelte transitions of stones that appear or disappear; none if the user prefers reduced motion.
 */
import { CELL, type Spot } from "./geometry";

/**
 * The return type of Svelte's transitions: `t` goes from 0 to 1 on entering, from 1 to 0 on
 * leaving.
 */
interface Motion {
  readonly duration: number;
  readonly easing?: (t: number) => number;
  readonly css?: (t: number, u: number) => string;
}

export interface Leaving extends Spot {
  readonly how: "lift" | "roll" | "none";
  /** The width of the tray. */
  readonly total: number;
}

const NONE: Motion = { duration: 0 };
const DROP_MS = 140;
const LIFT_MS = 260;
const ROLL_MS = 520;

/** A stone falls into its hollow. */
export function drop(node: Element, { still }: { readonly still: boolean }): Motion {
  if (still || !canMove(node)) return NONE;
  return {
    duration: DROP_MS,
    easing: (t) => t * t,
    css: (t, u) =>
      `transform: translateY(${-40 * u}px) scale(${1 + 0.22 * u}); opacity: ${Math.min(1, 3 * t)}`,
  };
}

/** A stone is lifted out and fades, or rolls off the tray over the nearest edge. */
export function leave(node: Element, { how, x, y, total }: Leaving): Motion {
  if (how === "none" || !canMove(node)) return NONE;
  if (how === "lift") {
    return {
      duration: LIFT_MS,
      easing: (t) => t * (2 - t),
      css: (t, u) => `transform: translateY(${-60 * u}px) scale(${1 + 0.15 * u}); opacity: ${t}`,
    };
  }
  const way = rollOffVector({ x, y }, total);
  const turns = way.x < 0 ? -1 : 1;
  return {
    duration: ROLL_MS,
    easing: (t) => 1 - (1 - t) ** 2,
    css: (t, u) =>
      `transform: translate(${way.x * u}px, ${way.y * u}px) rotate(${turns * 400 * u}deg); opacity: ${Math.min(1, 2 * t)}`,
  };
}

/** Returns the vector straight over the nearest edge. */
export function rollOffVector({ x, y }: Spot, total: number): Spot {
  const nearest = Math.min(x, total - x, y, total - y);
  const far = nearest + CELL;
  if (nearest === total - x) return { x: far, y: 0 };
  if (nearest === x) return { x: -far, y: 0 };
  return { x: 0, y: nearest === y ? -far : far };
}

function canMove(node: Element): boolean {
  if (typeof node.animate !== "function") return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
