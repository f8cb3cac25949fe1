/**
 * The script of the introduction: a short game, scene by scene. tests/web/test_home_intro.py
 * checks it against the rules.
 */
import { drawBreaches } from "../../../board/breachLayers";
import { stonesOf } from "../../../board/points";
import type { Layer, Mark, PointName, Stones } from "../../../board/types";
import script from "./introScript.json";

export type SceneText =
  | "turns"
  | "numbers"
  | "breaks"
  | "silence"
  | "shout"
  | "right"
  | "void"
  | "taken"
  | "wrong"
  | "wins";

export interface Action {
  readonly do: string;
  readonly by: number;
  readonly at?: PointName;
}

export interface Frame {
  /** The number of actions that led to it. */
  readonly after: number;
  /** Its duration in milliseconds. */
  readonly ms: number;
  readonly says: string;
  /** What the shout reveals: the breach, then also the seal. */
  readonly shows?: string;
  readonly board: readonly string[];
}

export interface Scene {
  readonly ms: number;
  readonly says: SceneText;
  readonly stones: Stones;
  readonly marks: readonly Mark[];
  readonly layers: readonly Layer[];
  readonly dropped: PointName | null;
  readonly lifted: PointName | null;
  readonly rolled: PointName | null;
  readonly seal: boolean;
}

const ACTIONS: readonly Action[] = script.actions;
const FRAMES: readonly Frame[] = script.frames;

export const SIZE = script.rules.size;
export const SCENES: readonly Scene[] = FRAMES.map((frame, index) =>
  sceneOf(frame, FRAMES[index - 1]?.after ?? 0),
);

/** For reduced motion: three stills, each with all sentences up to it. */
export const STILLS = script.stills.map((still) => ({
  scene: SCENES[still.frame] as Scene,
  says: still.says as readonly SceneText[],
}));

/** The values in the sentences come from the same data as the pictures. */
export const VALUES = { a: script.rules.a, count: script.breaches[0]?.points.length ?? 0 };

/** Returns the index of the next scene; after the last, the first. */
export function nextScene(index: number): number {
  return (index + 1) % SCENES.length;
}

function sceneOf(frame: Frame, before: number): Scene {
  const last = ACTIONS[frame.after - 1];
  const open = last?.do === "place" ? (last.at ?? null) : null;
  const fresh = frame.after > before;
  const shown =
    frame.shows && open !== null
      ? drawBreaches(script.breaches, open, script.rules.b)
      : { layers: [], marks: open === null ? [] : [{ kind: "last", at: open } as const] };
  return {
    ms: frame.ms,
    says: frame.says as SceneText,
    stones: stonesOf(frame.board),
    marks: shown.marks,
    layers: shown.layers,
    dropped: fresh ? open : null,
    lifted: fresh && last?.do === "grav" ? openBefore(frame.after - 1) : null,
    rolled: fresh && last?.do === "remove" ? (last.at ?? null) : null,
    seal: frame.shows === "seal",
  };
}

/** Returns the stone that the shout was about. */
function openBefore(after: number): PointName | null {
  return (
    ACTIONS.slice(0, after)
      .filter((action) => action.do === "place")
      .at(-1)?.at ?? null
  );
}
