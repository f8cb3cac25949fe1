/**
 * State machine of a lesson: the task, the user's actions, and whether they were right. It knows no
 * rules.
 */
import type { Breach } from "../../board/breachLayers";
import type { PointName } from "../../board/types";
import type { LessonShown } from "../../generated/messages";

export interface LessonShape {
  readonly centre: string;
  readonly points: readonly PointName[];
}

/** The task of a lesson, as `grav.drills.lesson_goals` sends it. */
export type Task =
  | {
      readonly kind: "place";
      readonly right: readonly PointName[];
      /** Every other empty point with its breaches; an empty list if only the shape is missing. */
      readonly wrong: Readonly<Record<PointName, readonly Breach[]>>;
      /** For tasks to complete a shape: the bonus turns that are declared with each right point. */
      readonly declare: Readonly<Record<PointName, number>>;
    }
  | {
      readonly kind: "answer";
      readonly right: "grav" | "accept";
      /** Whether the task demands the wrong answer, to show its cost. */
      readonly on_purpose: boolean;
      readonly breaches: readonly Breach[];
    }
  | { readonly kind: "remove"; readonly right: readonly PointName[] }
  | {
      readonly kind: "declare";
      readonly at: PointName;
      readonly right: number;
      readonly shapes: readonly LessonShape[];
    }
  | { readonly kind: "pass"; readonly right: "pass" };

/** The position of a lesson. */
export interface LessonBoardView {
  readonly board: readonly string[];
  readonly stones: readonly number[];
  /** The stone that the next distance is measured from; in a window, the open one. */
  readonly last?: PointName | null;
  readonly window: { readonly by: number; readonly at: PointName } | null;
}

export type LessonEvent = Readonly<Record<string, unknown>> & { readonly event: string };

export interface Lesson {
  readonly id: string;
  readonly seat: number;
  readonly setting: string;
  readonly view: LessonBoardView;
  readonly task: Task;
  readonly after: {
    readonly events: readonly LessonEvent[];
    readonly view: LessonBoardView;
  } | null;
  /** In a window: the stone placed before the open one, from which its distance is measured. */
  readonly before: PointName | null;
}

export function lessonOf(shown: LessonShown): Lesson {
  const view = shown.view as unknown as LessonBoardView;
  return {
    id: shown.id,
    seat: shown.seat,
    setting: shown.setting,
    view,
    task: shown.task as unknown as Task,
    after: shown.after as unknown as Lesson["after"],
    before: view.window === null ? null : placedBefore(shown, view.window.at),
  };
}

function placedBefore({ actions }: LessonShown, open: PointName): PointName | null {
  const placed = actions.filter((action) => action["do"] === "place").map(({ at }) => String(at));
  return placed.filter((at) => at !== open).at(-1) ?? null;
}

/** An action of the user. */
export type LessonAction =
  | { readonly do: "pick"; readonly at: PointName }
  | { readonly do: "grav" }
  | { readonly do: "accept" }
  | { readonly do: "declare"; readonly count: number }
  | { readonly do: "pass" };

/** Why an action was wrong. */
export type Reason =
  | { readonly kind: "occupied"; readonly at: PointName }
  | { readonly kind: "breaks"; readonly at: PointName; readonly breaches: readonly Breach[] }
  | { readonly kind: "no_shape"; readonly at: PointName }
  /** A shout at a stone that breaks nothing. */
  | { readonly kind: "legal" }
  /** A stone that breaks a rule was accepted. */
  | { readonly kind: "missed"; readonly at: PointName; readonly breaches: readonly Breach[] }
  | { readonly kind: "on_purpose" }
  | { readonly kind: "not_theirs"; readonly at: PointName }
  | { readonly kind: "too_many" }
  | { readonly kind: "too_few" };

export interface LessonState {
  /** The number of wrong actions. */
  readonly tries: number;
  /** Why the last action was wrong; null before the first one, and when the task is done. */
  readonly wrong: Reason | null;
  /** The right action, once it was done. */
  readonly done: LessonAction | null;
}

export const INITIAL_STATE: LessonState = { tries: 0, wrong: null, done: null };
/** The number of wrong actions after which a hint is offered. */
const HINT_AFTER = 2;

/**
 * Returns the state after an action; an action that the task does not ask for, or one after the
 * end, changes nothing.
 */
export function applyAction(lesson: Lesson, state: LessonState, action: LessonAction): LessonState {
  if (state.done !== null) return state;
  const found = judge(lesson, action);
  if (found === null) return state;
  return found === "right"
    ? { ...state, wrong: null, done: action }
    : { tries: state.tries + 1, wrong: found, done: null };
}

/** Returns null if the action does not belong to this task. */
function judge(lesson: Lesson, action: LessonAction): "right" | Reason | null {
  const { task } = lesson;
  switch (task.kind) {
    case "place": {
      if (action.do !== "pick") return null;
      if (task.right.includes(action.at)) return "right";
      const breaches = task.wrong[action.at];
      if (breaches === undefined) return { kind: "occupied", at: action.at };
      if (breaches.length === 0) return { kind: "no_shape", at: action.at };
      return { kind: "breaks", at: action.at, breaches };
    }
    case "answer": {
      if (action.do !== "grav" && action.do !== "accept") return null;
      if (action.do === task.right) return "right";
      if (task.on_purpose) return { kind: "on_purpose" };
      if (action.do === "grav") return { kind: "legal" };
      return { kind: "missed", at: lesson.view.window?.at ?? "", breaches: task.breaches };
    }
    case "remove":
      if (action.do !== "pick") return null;
      return task.right.includes(action.at) ? "right" : { kind: "not_theirs", at: action.at };
    case "declare":
      if (action.do !== "declare") return null;
      if (action.count === task.right) return "right";
      return { kind: action.count > task.right ? "too_many" : "too_few" };
    case "pass":
      return action.do === "pass" ? "right" : null;
  }
}

/** Whether a hint is offered now; some tasks have none. */
export function hasHint({ task }: Lesson, state: LessonState): boolean {
  const helps = task.kind === "place" || task.kind === "declare";
  return helps && state.done === null && state.tries >= HINT_AFTER;
}

/** Whether a shout at the stone was right; null if there was no shout. */
export function shoutVerdict({ task }: Lesson, state: LessonState): "right" | "wrong" | null {
  if (task.kind !== "answer" || state.done?.do !== "grav") return null;
  return task.breaches.length > 0 ? "right" : "wrong";
}

export type RuleName = "continuity" | "density" | "distance";
const RULES: readonly RuleName[] = ["continuity", "density", "distance"];

/**
 * Returns the relevant rules: those that a wrong point breaks, or all if a stone must be judged.
 */
export function rulesOfTask({ task }: Lesson): readonly RuleName[] {
  if (task.kind === "answer") return RULES;
  if (task.kind !== "place") return [];
  const broken = new Set(Object.values(task.wrong).flatMap((each) => each.map(({ rule }) => rule)));
  return RULES.filter((rule) => broken.has(rule));
}
