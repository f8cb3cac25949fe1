/** The user's own answers to the open stone: a shout is not public before the verdict. */

export type Answer = "shout" | "accept";

/** The answers to one placement, by seat. */
export interface Answers {
  readonly placement: number | null;
  readonly bySeat: ReadonlyMap<number, Answer>;
}

export const NO_ANSWERS: Answers = { placement: null, bySeat: new Map() };

/** Adds an answer; answers to an earlier placement are dropped. */
export function withAnswer(
  answers: Answers,
  placement: number,
  seat: number,
  answer: Answer,
): Answers {
  const before = answers.placement === placement ? answers.bySeat : [];
  return { placement, bySeat: new Map([...before, [seat, answer]]) };
}

/** Removes an answer that was refused. */
export function withoutAnswer(answers: Answers, placement: number, seat: number): Answers {
  if (answers.placement !== placement) return answers;
  const bySeat = new Map(answers.bySeat);
  bySeat.delete(seat);
  return { placement, bySeat };
}

export function answerOf(answers: Answers, placement: number, seat: number): Answer | null {
  return answers.placement === placement ? (answers.bySeat.get(seat) ?? null) : null;
}
