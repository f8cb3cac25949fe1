/** State machine of a run of Spot the Grav; every transition gets the time in ms as a parameter. */
import type { SpotShown } from "../../generated/messages";
import type { RunMode } from "./runChoice";

export const CLOCK_MS = 60_000;
export const WRONG_ANSWER_COST_MS = 5_000;
/** How long a wrong answer is explained against the clock, which stands meanwhile. */
export const EXPLANATION_MS = 2_500;
/** Who taps twice must not go on by it. */
export const MIN_EXPLANATION_MS = 300;

export interface SpotAnswer {
  readonly spot: SpotShown;
  readonly shouted: boolean;
  readonly right: boolean;
  /** From the fall of the stone, in ms. */
  readonly reaction: number;
}

/**
 * Where a run is: the next position is on its way (`waiting`), it is seen without its stone
 * (`shown`), the stone has fallen (`asked`), it is said what is true (`explained`), or all is `over`.
 */
export type RunPhase = "waiting" | "shown" | "asked" | "explained" | "over";

export interface Run {
  readonly mode: RunMode;
  readonly phase: RunPhase;
  /** What is on the board; null before the first. */
  readonly spot: SpotShown | null;
  /** What was left of the clock at `since`. */
  readonly left: number;
  /** When this phase began. */
  readonly since: number;
  readonly answers: readonly SpotAnswer[];
  readonly streak: number;
}

export function beginRun(mode: RunMode, now: number): Run {
  const empty = { spot: null, answers: [], streak: 0 };
  return { mode, phase: "waiting", left: CLOCK_MS, since: now, ...empty };
}

/** A position comes; its stone has yet to fall. */
export function showSpot(run: Run, spot: SpotShown, now: number): Run {
  return run.phase === "waiting" ? { ...run, phase: "shown", spot, since: now } : run;
}

/** The stone falls: from now on it can be answered, and the clock runs. */
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
    // Against the clock the next comes at once, unless there is something to explain.
    phase: run.mode === "clock" && right ? "waiting" : "explained",
    left: right || run.mode === "streak" ? left : Math.max(0, left - WRONG_ANSWER_COST_MS),
    since: now,
    answers: [...run.answers, given],
    streak: right ? run.streak + 1 : 0,
  };
}

/** Leaves the explanation: for the next position, or for the end. */
export function continueRun(run: Run, now: number): Run {
  if (run.phase !== "explained" || now - run.since < MIN_EXPLANATION_MS) return run;
  const ends = run.mode === "clock" ? run.left === 0 : run.answers.at(-1)?.right === false;
  return ends ? over(run, now) : { ...run, phase: "waiting", since: now };
}

/** Time passes: the clock may run out, or the moment of an explanation be past. */
export function advanceTime(run: Run, now: number): Run {
  if (run.mode !== "clock") return run;
  if (run.phase === "asked" && timeLeft(run, now) === 0) return over(run, now);
  if (run.phase === "explained" && now - run.since >= EXPLANATION_MS) return continueRun(run, now);
  return run;
}

/** Somebody has had enough: what was answered counts. */
export function stopRun(run: Run, now: number): Run {
  return over(run, now);
}

/** The clock: it runs only while a stone waits for an answer. */
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
