/** Rows of the list of moves: one for each stop. */
import type { Review } from "../../../generated/messages";
import { say } from "../../../text/say.svelte";
import { stepAt, type Stop } from "./reviewStops";

export interface MoveRow {
  readonly stop: number;
  /** The number of a placement; null for other steps. */
  readonly move: number | null;
  readonly seat: number | null;
  /** The action in a word or two. */
  readonly label: string;
  /** Whether the stone broke a rule. */
  readonly breach: boolean;
  /** Whether the stone was voided later. */
  readonly voided: boolean;
  /** The number of bonus turns that it earned. */
  readonly bonus: number;
}

export function moveRows(
  review: Pick<Review, "steps">,
  stops: readonly Stop[],
): readonly MoveRow[] {
  return stops.map((stop, index) => {
    const step = stepAt(review, stop.step);
    const truth = step?.truth ?? null;
    return {
      stop: index,
      move: truth?.move ?? null,
      seat: step?.by ?? null,
      label: step ? labelOf(step.action, step.refused !== null) : say("review.start"),
      breach: (truth?.breaches.length ?? 0) > 0,
      voided: truth?.outcome === "voided",
      bonus: truth?.bonus ?? 0,
    };
  });
}

function labelOf(action: Readonly<Record<string, unknown>>, refused: boolean): string {
  const label = plainLabel(action);
  return refused ? say("review.label_refused", { label }) : label;
}

function plainLabel(action: Readonly<Record<string, unknown>>): string {
  const at = String(action["at"]);
  switch (action["do"]) {
    case "place": {
      const count = Number(action["declare"] ?? 0);
      return count > 0 ? say("review.label_declared", { at, count }) : at;
    }
    case "accept":
      return say("review.label_accept");
    case "grav":
      return say("game.shout");
    case "remove":
      return say("review.label_remove", { at });
    case "pass":
      return say("game.pass");
    default:
      return say("game.resign");
  }
}
