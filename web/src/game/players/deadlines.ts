/** Deadlines: the remaining time of a wait, and when it is announced. */
import { timeLeftOnClock } from "../../client/clockFormat";
import { windowOf } from "../../client/tableSettings";
import type { Now, Settings } from "../../generated/messages";
import type { PossibleAction } from "../input/possibleAction";

const SECOND = 1_000;
/** Remaining milliseconds at which screen readers announce the time. */
export const ANNOUNCED_AT_MS: readonly number[] = [30 * SECOND, 10 * SECOND];

/**
 * Returns the threshold in seconds that the remaining time has just crossed; the smallest, if
 * several.
 */
export function secondsToAnnounce(before: number, after: number): number | null {
  const crossed = ANNOUNCED_AT_MS.filter((call) => before > call && after <= call && after > 0);
  return crossed.length === 0 ? null : Math.min(...crossed) / SECOND;
}

/** Returns the remaining fraction of a wait, from 1 to 0. */
export function fractionLeft(ends: number, length: number, time: number): number {
  return Math.min(1, Math.max(0, (ends - time) / length));
}

export function isSlow(settings: Settings): boolean {
  return settings.clock?.kind === "days";
}

/** Whether the remaining time is shown as urgent. */
export function isTimeShort(left: number): boolean {
  return left <= ANNOUNCED_AT_MS[0]!;
}

export interface Deadline {
  readonly ends: number;
  /** The total length of the wait, if known. */
  readonly length: number | null;
}

/**
 * Returns the deadline of the open stone, the first stone or a penalty; turns have clocks instead.
 */
export function deadlineOf(now: Now, settings: Settings): Deadline | null {
  if (now.ends === null || now.stage !== "playing") return null;
  if (now.position?.phase === "window") {
    const seconds = windowOf(settings);
    return seconds === null ? null : { ends: now.ends, length: seconds * SECOND };
  }
  // Without a clock, `ends` is only the deadline of abandoned tables, which is not shown.
  const clocked = settings.clock !== undefined && settings.clock !== null;
  const isWaiting = now.position?.phase === "opening" || now.position?.phase === "penalty";
  return clocked && isWaiting ? { ends: now.ends, length: null } : null;
}

/** A deadline of the user's own; `key` identifies it. */
export interface ExpiringWait {
  readonly key: string;
  readonly left: number;
}

export function expiringWait(
  now: Now,
  settings: Settings,
  acting: PossibleAction,
  you: readonly number[],
  time: number,
): ExpiringWait | null {
  const clock = now.clock;
  if (clock !== null && clock.running !== null && you.includes(clock.running)) {
    return { key: `clock ${clock.since}`, left: timeLeftOnClock(clock, clock.running, time) };
  }
  const deadline = deadlineOf(now, settings);
  if (deadline === null || (acting.kind !== "answer" && acting.kind !== "remove")) return null;
  return { key: `wait ${deadline.ends}`, left: deadline.ends - time };
}
