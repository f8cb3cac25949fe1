/** The steps of the course, and which of them are done, as this browser stores it. */
import type { CourseShown, FirstGameShown } from "../../generated/messages";
import { lessonOf, type Lesson } from "./lesson";

export type CourseStep =
  | { readonly kind: "lesson"; readonly id: string; readonly lesson: Lesson }
  | { readonly kind: "game"; readonly id: string; readonly game: FirstGameShown };

/** Where the course leads in the end; no lesson is called so. */
export const COURSE_END = "onward";
const STORAGE_KEY = "grav.course";

/** The lessons in order, and the games after them. */
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

/** The step after this one; in the end, the way onward. */
export function nextStepId(steps: readonly CourseStep[], id: string): string {
  return steps[steps.findIndex((step) => step.id === id) + 1]?.id ?? COURSE_END;
}

/** Where to go on: the first step that is not done; null when all are. */
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

/** Keeps that it is done; what another tab has kept since stays. */
export function markDone(id: string): ReadonlySet<string> {
  return storeDone(new Set([...readDone(), id]));
}

/** Begins anew. */
export function clearDone(): ReadonlySet<string> {
  return storeDone(new Set());
}

function storeDone(done: ReadonlySet<string>): ReadonlySet<string> {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...done]));
  } catch {
    // A browser that keeps nothing still lets one learn.
  }
  return done;
}
