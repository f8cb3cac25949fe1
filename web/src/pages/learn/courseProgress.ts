/** The steps of the course, and the stored set of those that are done. */
import type { CourseShown, FirstGameShown } from "../../generated/messages";
import { lessonOf, type Lesson } from "./lesson";

export type CourseStep =
  | { readonly kind: "lesson"; readonly id: string; readonly lesson: Lesson }
  | { readonly kind: "game"; readonly id: string; readonly game: FirstGameShown };

/** The id of the end of the course; no lesson has this id. */
export const COURSE_END = "onward";
const STORAGE_KEY = "grav.course";

/** Returns the lessons in order, and the games after them. */
export function courseSteps(course: CourseShown): readonly CourseStep[] {
  return [
    ...course.lessons.map((shown): CourseStep => ({
      kind: "lesson",
      id: shown.id,
      lesson: lessonOf(shown),
    })),
    ...course.games.map((game): CourseStep => ({ kind: "game", id: game.id, game })),
  ];
}

export function stepPath(id: string): string {
  return `/learn/${id}`;
}

/** Returns the id of the next step; after the last, the end of the course. */
export function nextStepId(steps: readonly CourseStep[], id: string): string {
  return steps[steps.findIndex((step) => step.id === id) + 1]?.id ?? COURSE_END;
}

/** Returns the id of the first step that is not done; null if all are. */
export function resumeStepId(
  steps: readonly CourseStep[],
  done: ReadonlySet<string>,
): string | null {
  return steps.find(({ id }) => !done.has(id))?.id ?? null;
}

export function readDone(): ReadonlySet<string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return new Set(Array.isArray(found) ? found.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set();
  }
}

/** Stores a step as done; keeps what another tab has stored since. */
export function markDone(id: string): ReadonlySet<string> {
  return storeDone(new Set([...readDone(), id]));
}

/** Deletes the progress. */
export function clearDone(): ReadonlySet<string> {
  return storeDone(new Set());
}

function storeDone(done: ReadonlySet<string>): ReadonlySet<string> {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...done]));
  } catch {
    // Without storage the course works, without progress.
  }
  return done;
}
