/** The search's evaluation as rows and marks. */
import type { Mark } from "../../../board/types";
import type { Opinion, OpinionCandidate, OpinionMove } from "../../../generated/messages";
import { say } from "../../../text/say.svelte";
import type { NameOfSeat } from "../reviewText";

export interface OpinionRow {
  readonly key: string;
  readonly rank: number;
  readonly at: string | null;
  /** The move as text. */
  readonly move: string;
  /** The win rate of the seat to move, in whole percent; null: not known. */
  readonly percent: number | null;
  /** The seat that is proved to win. */
  readonly winner: number | null;
  /** The principal variation after the move. */
  readonly line: readonly { readonly seat: number; readonly text: string }[];
}

export function opinionRows(opinion: Opinion): readonly OpinionRow[] {
  return opinion.best.map((candidate, index) => ({
    key: `${candidate.at} ${candidate.declare}`,
    rank: index + 1,
    at: candidate.at,
    move: formatMove(candidate),
    percent: percentOf(candidate, opinion.to_move),
    winner: candidate.winner,
    line: candidate.line.slice(1).map((move) => ({ seat: move.by, text: formatMove(move) })),
  }));
}

/** Returns marks with the rank of each evaluated point. */
export function opinionMarks(opinion: Opinion | null): readonly Mark[] {
  const marks = new Map<string, Mark>();
  opinion?.best.forEach(({ at }, index) => {
    if (at !== null && !marks.has(at)) marks.set(at, { kind: "count", at, text: `${index + 1}` });
  });
  return [...marks.values()];
}

function formatMove({ at, declare }: Pick<OpinionMove, "at" | "declare">): string {
  if (at === null) return say("game.pass");
  return declare > 0 ? say("review.label_declared", { at, count: declare }) : at;
}

function percentOf({ wins }: OpinionCandidate, seat: number): number | null {
  const share = wins?.[seat];
  return share === undefined ? null : Math.round(share * 100);
}

/** Formats the final evaluation for screen readers. */
export function formatOpinion(opinion: Opinion, name: NameOfSeat): string {
  const [best] = opinionRows(opinion);
  const player = name(opinion.to_move);
  if (!best) return say("review.opinion_none");
  if (best.winner !== null) {
    return say("review.opinion_proved", { player, move: best.move, winner: name(best.winner) });
  }
  return say("review.opinion_heard", { player, move: best.move, percent: best.percent ?? 0 });
}
