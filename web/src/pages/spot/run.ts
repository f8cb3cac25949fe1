/** State machine of a run of Spot the Grav; every transition gets the time in ms as a parameter. */
import type { SpotShown } from "../../generated/messages";
import type { RunMode } from "./runChoice";

export const CLOCK_MS = 60_000;
export const WRONG_ANSWER_COST_MS = 5_000;
/** Milliseconds for which a wrong answer is explained against the clock, which pauses meanwhile. */
export const EXPLANATION_MS = 2_500;
/** Minimum milliseconds of an explanation, so that a double tap does not leave it. */
export const MIN_EXPLANATION_MS = 300;

export interface SpotAnswer {
  readonly spot: SpotShown;
  readonly shouted: boolean;
  readonly right: boolean;
  /** Milliseconds since the fall of the stone. */
  readonly reaction: number;
}

/**
 * The phase of a run: the next position is loading (`waiting`), shown without its stone (`shown`),
 * the stone has fallen (`asked`), the answer is explained (`explained`), or the run is `over`.
 */
export type RunPhase = "waiting" | "shown" | "asked" | "explained" | "over";

export interface Run {
  readonly mode: RunMode;
  readonly phase: RunPhase;
  /** The shown position; null before the first. */
  readonly spot: SpotShown | null;
  /** The remaining time at `since`. */
  readonly left: number;
  /** The start of this phase. */
  readonly since: number;
  readonly answers: readonly SpotAnswer[];
  readonly streak: number;
}

export function beginRun(mode: RunMode, now: number): Run {
  const empty = { spot: null, answers: [], streak: 0 };
  return { mode, phase: "waiting", left: CLOCK_MS, since: now, ...empty };
}

/** Shows a position, before its stone falls. */
export function showSpot(run: Run, spot: SpotShown, now: number): Run {
  return run.phase === "waiting" ? { ...run, phase: "shown", spot, since: now } : run;
}

/** Drops the stone: from now on it can be answered, and the clock runs. */
export function dropStone(run: Run, now: number): Run {
  return run.phase === "shown" ? { ...run, phase: "asked", since: now } : run;
}

export function answerSpot(run: Run, shouted: boolean, now: number): Run {
  if (run.phase !== "asked" || run.spot === null) return run;
  const left = timeLeft(run, now);
  if (left === 0) return over(run, now);
  const right = shouted !== run.spot.fine;
  const given = { spot: run.spot, shouted, right, reaction: Math.max(0, now - run.since) };
  return {
    ...run,
    // Against the clock the next position comes at once after a right answer.
    phase: run.mode === "clock" && right ? "waiting" : "explained",
    left: right || run.mode === "streak" ? left : Math.max(0, left - WRONG_ANSWER_COST_MS),
    since: now,
    answers: [...run.answers, given],
    streak: right ? run.streak + 1 : 0,
  };
}

/** Leaves the explanation: for the next position, or the end of the run. */
export function continueRun(run: Run, now: number): Run {
  if (run.phase !== "explained" || now - run.since < MIN_EXPLANATION_MS) return run;
  const ends = run.mode === "clock" ? run.left === 0 : run.answers.at(-1)?.right === false;
  return ends ? over(run, now) : { ...run, phase: "waiting", since: now };
}

/** Ends the run when the clock runs out, and an explanation after its time. */
export function advanceTime(run: Run, now: number): Run {
  if (run.mode !== "clock") return run;
  if (run.phase === "asked" && timeLeft(run, now) === 0) return over(run, now);
  if (run.phase === "explained" && now - run.since >= EXPLANATION_MS) return continueRun(run, now);
  return run;
}

/** Stops the run at the user's request; its answers count. */
export function stopRun(run: Run, now: number): Run {
  return over(run, now);
}

/** Returns the remaining time; the clock runs only while a stone waits for an answer. */
export function timeLeft(run: Run, now: number): number {
  const spent = run.mode === "clock" && run.phase === "asked" ? Math.max(0, now - run.since) : 0;
  return Math.max(0, run.left - spent);
}

export function pointsOf(run: Run): number {
  return run.answers.filter((each) => each.right).length;
}

function over(run: Run, now: number): Run {
  if (run.phase === "over") return run;
  return { ...run, phase: "over", left: timeLeft(run, now), since: now };
}
