/** Notable moments of a game as a list that can be filtered by kind. */
import type { Moment, Review } from "../../../generated/messages";
import { say } from "../../../text/say.svelte";
import { stepAt, stopOfStep, type Stop } from "./reviewStops";
import type { NameOfSeat } from "../reviewText";

export type MomentKind = Moment["kind"];

/** The order of the filters: missed breaches come first. */
export const MOMENT_KINDS: readonly MomentKind[] = [
  "missed",
  "right_shout",
  "wrong_shout",
  "undeclared",
  "over_declared",
  "bonus_chain",
];

export interface MomentRow {
  readonly key: string;
  readonly kind: MomentKind;
  /** The number of the placement. */
  readonly move: number;
  readonly seat: number;
  readonly text: string;
  /** The index of the stop that the row links to. */
  readonly stop: number;
}

export function momentRows(
  review: Pick<Review, "moments" | "steps">,
  stops: readonly Stop[],
  name: NameOfSeat,
): readonly MomentRow[] {
  return review.moments.map((moment) => {
    const move = stepAt(review, moment.placed)?.truth?.move ?? 0;
    return {
      key: `${moment.kind} ${moment.step}`,
      kind: moment.kind,
      move,
      seat: moment.by,
      text: formatMoment(moment, move, name),
      stop: stopOfStep(stops, moment.step),
    };
  });
}

export function formatMoment(moment: Moment, move: number, name: NameOfSeat): string {
  const player = name(moment.by);
  const players = moment.seats.map(name);
  const shapes = moment.shapes ?? 0;
  const declared = moment.declared ?? 0;
  switch (moment.kind) {
    case "missed":
      return say("review.moment_missed", { move, player, players });
    case "right_shout":
      return players.length > 0
        ? say("review.moment_right_late", { move, player, players })
        : say("review.moment_right", { move, player });
    case "wrong_shout":
      return say("review.moment_wrong", { move, player });
    case "undeclared":
      return say("review.moment_undeclared", { move, player, shapes, declared });
    case "over_declared":
      return say("review.moment_over_declared", { move, player, shapes, declared });
    case "bonus_chain":
      return say("review.moment_chain", { move, player, length: moment.length ?? 0 });
  }
}

/** Returns the kinds that occur, with their counts. */
export function countByKind(
  rows: readonly MomentRow[],
): readonly { readonly kind: MomentKind; readonly count: number }[] {
  return MOMENT_KINDS.map((kind) => ({
    kind,
    count: rows.filter((row) => row.kind === kind).length,
  })).filter(({ count }) => count > 0);
}
