/** A run in progress: the state machine with its timers, its supply of positions and its sounds. */
import { get } from "../../client/api";
import { playSound } from "../../client/device/sounds";
import type { Spots } from "../../generated/messages";
import type { RunChoice } from "./runChoice";
import * as transitions from "./run";
import { storeIfBest } from "./bestScores";
import { randomSeed, SpotSupply } from "./spotSupply";

/**
 * Milliseconds before the stone falls, so that a late press for the previous position has no
 * effect.
 */
const FALL_DELAY_MS = 250;
const TICK_MS = 100;

export class RunSession {
  run = $state.raw<transitions.Run>() as transitions.Run;
  /** The time of the last tick. */
  time = $state(0);
  /** Whether the next positions could not be loaded; the clock pauses. */
  hasFailed = $state(false);
  /** Whether the score of this run is the best so far. */
  best = $state(false);
  readonly #supply: SpotSupply;
  #isOpen = false;
  #falling: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(readonly choice: RunChoice) {
    this.time = performance.now();
    this.run = transitions.beginRun(choice.mode, this.time);
    this.#supply = new SpotSupply(choice, randomSeed(), (path) => get<Spots>(path), this.#next);
  }

  /** Starts the run. Returns a function that stops its timers. */
  open(): () => void {
    this.#isOpen = true;
    this.#ticking = setInterval(() => this.#step(transitions.advanceTime), TICK_MS);
    this.#next();
    return () => this.#close();
  }

  get left(): number {
    return transitions.timeLeft(this.run, this.time);
  }

  get points(): number {
    return transitions.pointsOf(this.run);
  }

  answer(shouted: boolean): void {
    const given = this.run.answers.length;
    this.#step((run, now) => transitions.answerSpot(run, shouted, now));
    const last = this.run.answers.at(-1);
    if (this.run.answers.length === given || last === undefined) return;
    if (!last.right) playSound("wrong");
    else if (shouted) playSound("shout");
  }

  goOn(): void {
    this.#step(transitions.continueRun);
  }

  stop(): void {
    this.#step(transitions.stopRun);
  }

  retry(): void {
    this.hasFailed = false;
    void this.#supply.fetchMore();
  }

  #step(step: (run: transitions.Run, now: number) => transitions.Run): void {
    this.time = performance.now();
    const before = this.run.phase;
    this.run = step(this.run, this.time);
    if (this.run.phase === before) return;
    if (this.run.phase === "over") this.#end();
    else this.#next();
  }

  /** Shows the next position, if one is wanted and loaded; its stone falls after a delay. */
  #next = (): void => {
    if (!this.#isOpen || this.run.phase !== "waiting") return;
    const spot = this.#supply.takeNext();
    this.hasFailed = spot === null && this.#supply.hasFailed;
    if (spot === null) return;
    this.run = transitions.showSpot(this.run, spot, performance.now());
    this.#falling = setTimeout(() => {
      this.#step(transitions.dropStone);
      if (this.run.phase === "asked") playSound("stone");
    }, FALL_DELAY_MS);
  };

  #end(): void {
    this.#close();
    this.best = storeIfBest(this.choice, this.points);
    playSound("end");
  }

  #close(): void {
    this.#isOpen = false;
    clearTimeout(this.#falling);
    clearInterval(this.#ticking);
  }
}
