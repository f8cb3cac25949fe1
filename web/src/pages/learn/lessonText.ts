/** Formats a lesson's texts: its task, why an answer is wrong, and what happened. */
import { parseSetting } from "../../client/fiveNumbers";
import type { PublicEvent, Now } from "../../generated/messages";
import type { TextKey } from "../../text/say.svelte";
import { formatAnnouncement } from "../../game/announcements/announcementText";
import { formatBreaches, type Say } from "../../game/verdict/breachText";
import type { Lesson, LessonState, Reason } from "./lesson";

export type LessonTextPart = "title" | "idea" | "task" | "done";

/**
 * Returns the key of a text. tests/web/test_course_texts.py checks that every lesson and game has
 * all its texts.
 */
export function lessonTextKey(id: string, part: LessonTextPart): TextKey {
  return `course.${id}_${part}` as TextKey;
}

/**
 * Returns the values for a lesson's texts: its numbers, its open stone, the number of right
 * answers, the stones of both players.
 */
export function lessonTextValues({
  setting,
  task,
  view,
  seat,
}: Lesson): Record<string, string | number> {
  const right = "right" in task ? task.right : null;
  return {
    ...parseSetting(setting),
    at: task.kind === "declare" ? task.at : (view.window?.at ?? ""),
    count: typeof right === "number" ? right : Array.isArray(right) ? right.length : 0,
    mine: view.stones[seat] ?? 0,
    theirs: view.stones[1 - seat] ?? 0,
  };
}

export function formatLessonText(lesson: Lesson, part: LessonTextPart, say: Say): string {
  return say(lessonTextKey(lesson.id, part), lessonTextValues(lesson));
}

/** Explains why an action was wrong. */
export function formatReason(reason: Reason, say: Say): string {
  switch (reason.kind) {
    case "breaks":
      return say("course.wrong_breaks", { shown: formatBreaches(reason.breaches, say) });
    case "missed":
      return say("course.wrong_missed", { shown: formatBreaches(reason.breaches, say) });
    case "occupied":
    case "no_shape":
    case "not_theirs":
      return say(`course.wrong_${reason.kind}`, { at: reason.at });
    default:
      return say(`course.wrong_${reason.kind}`);
  }
}

const NOBODY_ASKED = { position: null } as Now;

/** Describes the result of the task, one sentence for each event. */
export function formatHappened(lesson: Lesson, state: LessonState, say: Say): readonly string[] {
  const { done } = state;
  if (done === null) return [];
  const opponent = say("course.opponent");
  const { seat } = lesson;
  const addressee = {
    say,
    name: () => opponent, // the user's own seat has other texts
    me: seat,
    you: [seat],
  };
  const texts = lesson.after
    ? lesson.after.events.map(
        (event) =>
          formatAnnouncement(event as unknown as PublicEvent, NOBODY_ASKED, addressee)?.text,
      )
    : [formatOwnAction(lesson, state, say, opponent)];
  return texts
    .filter((text) => text !== null && text !== undefined)
    .map((shown) => say("game.shown", { shown }));
}

function formatOwnAction(
  { task }: Lesson,
  { done }: LessonState,
  say: Say,
  opponent: string,
): string | null {
  if (done?.do !== "pick") return null;
  return task.kind === "remove"
    ? say("game.you_removed", { of: opponent, at: done.at })
    : say("game.you_placed", { at: done.at });
}
