/** Stones, marks and layers of a lesson's board. */
import { drawBreaches } from "../../board/breachLayers";
import { stonesOf } from "../../board/points";
import type { Layer, Mark, PointName, Stones } from "../../board/types";
import { parseSetting } from "../../client/fiveNumbers";
import type { Lesson, LessonState } from "./lesson";

export interface LessonDrawing {
  readonly stones: Stones;
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
  /** The point of the stone that falls now. */
  readonly dropped: PointName | null;
  /** The point of the stone that was removed. */
  readonly rolled: PointName | null;
}

const NOTHING = { marks: [], layers: [], dropped: null, rolled: null };

/**
 * @param hinted - whether the hint is shown
 * @param settled - whether the void stone has been removed; before, its breach is shown
 */
export function drawLesson(
  lesson: Lesson,
  state: LessonState,
  hinted: boolean,
  settled: boolean,
): LessonDrawing {
  return state.done === null ? drawTask(lesson, state, hinted) : drawResult(lesson, state, settled);
}

function drawTask(lesson: Lesson, { wrong }: LessonState, hinted: boolean): LessonDrawing {
  const { task, view, seat, setting } = lesson;
  const marks: Mark[] = [];
  const layers: Layer[] = [];
  const last = lesson.before ?? (task.kind === "place" ? view.last : null);
  if (last) marks.push({ kind: "last", at: last });
  if (view.window) marks.push({ kind: "pending", at: view.window.at, seat: view.window.by });
  if (task.kind === "remove") {
    for (const at of task.right) marks.push({ kind: "choice", at });
  }
  if (task.kind === "declare") marks.push({ kind: "pending", at: task.at, seat });
  if (hinted && task.kind === "place") {
    for (const at of task.right) marks.push({ kind: "legal", at });
  }
  if (hinted && task.kind === "declare") layers.push(...shapeLayers(task.shapes));
  if (wrong?.kind === "breaks" || wrong?.kind === "no_shape") {
    marks.push({ kind: "pending", at: wrong.at, seat });
  }
  if (wrong?.kind === "breaks" || wrong?.kind === "missed") {
    const drawn = drawBreaches(wrong.breaches, wrong.at, parseSetting(setting).b);
    marks.push(...drawn.marks);
    layers.push(...drawn.layers);
  }
  return { ...NOTHING, stones: stonesOf(view.board), marks, layers };
}

function drawResult(lesson: Lesson, state: LessonState, settled: boolean): LessonDrawing {
  const { task, view, after, seat, setting } = lesson;
  const before = stonesOf(view.board);
  const at = state.done?.do === "pick" ? state.done.at : "";
  switch (task.kind) {
    case "place": {
      const stones = after ? stonesOf(after.view.board) : new Map([...before, [at, { seat }]]);
      // If the task is about a shape, all stones belong to it: tests/web/test_course_texts.py.
      const layers: Layer[] =
        at in task.declare ? [{ kind: "shape", points: [...stones.keys()] }] : [];
      return { ...NOTHING, stones, layers, dropped: at };
    }
    case "remove": {
      const stones = new Map([...before].filter(([point]) => point !== at));
      return { ...NOTHING, stones, rolled: at };
    }
    case "declare": {
      const stones = after ? stonesOf(after.view.board) : before;
      return { ...NOTHING, stones, layers: shapeLayers(task.shapes), dropped: task.at };
    }
    case "answer": {
      const stones = settled && after ? stonesOf(after.view.board) : before;
      return {
        ...NOTHING,
        stones,
        ...drawBreaches(task.breaches, view.window?.at ?? "", parseSetting(setting).b),
      };
    }
    case "pass":
      return { ...NOTHING, stones: before };
  }
}

function shapeLayers(shapes: readonly { readonly points: readonly PointName[] }[]): Layer[] {
  return shapes.map(({ points }) => ({ kind: "shape", points }));
}
