/** The sound of an action in a lesson: the same as in a game. */
import type { Sound } from "../../client/device/sounds";
import { shoutVerdict, type LessonAction, type Lesson, type LessonState } from "./lesson";

export function soundOf(lesson: Lesson, now: LessonState, action: LessonAction): Sound | null {
  if (action.do === "grav") return shoutVerdict(lesson, now) === "right" ? "shout" : "wrong";
  if (now.done === null) return null;
  if (lesson.after?.events.some(({ event }) => event === "ended")) return "end";
  if (lesson.task.kind === "remove") return "lift";
  return lesson.task.kind === "place" || lesson.task.kind === "declare" ? "stone" : null;
}
