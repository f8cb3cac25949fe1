/** Maps the keys of a game to the actions of a lesson. */
import type { Intent } from "../../game/input/keyIntents";
import type { LessonAction, Lesson } from "./lesson";

/** Returns the action of an intent; null if the task does not ask for it. */
export function lessonActionOf(intent: Intent | null, { task }: Lesson): LessonAction | null {
  if (intent === null) return null;
  if (task.kind === "answer" && intent.kind === "shout") return { do: "grav" };
  if (task.kind === "answer" && intent.kind === "accept") return { do: "accept" };
  if (task.kind === "pass" && intent.kind === "pass") return { do: "pass" };
  if (task.kind === "declare" && intent.kind === "digit") {
    return { do: "declare", count: intent.digit };
  }
  return null;
}
