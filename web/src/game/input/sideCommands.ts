/**
 * Actions beside the game: resign, takebacks, phrases, claims, rematches. A user with several seats
 * acts for all of them.
 */
import type { OfferRematch, SayPhrase } from "../../generated/messages";
import { seatsAskedForRematch, seatsAskedForTakeback } from "./consentRequests";
import type { Play } from "../play.svelte";

export function resign(play: Play, seat: number): void {
  void play.sender.move({ do: "resign", seat });
}

export function askTakeback(play: Play): void {
  if (play.takeback !== null) void play.sender.send({ do: "ask_takeback", seat: play.takeback });
}

export async function answerTakeback(play: Play, agree: boolean): Promise<void> {
  for (const seat of seatsAskedForTakeback(play.now, play.you)) {
    await play.sender.send({ do: "answer_takeback", seat, agree });
    if (!agree) return;
  }
}

export function claimSeat(play: Play, seat: number): void {
  void play.sender.send({ do: "claim_seat", seat });
}

export function sendPhrase(play: Play, phrase: SayPhrase["phrase"]): void {
  const seat = play.me ?? play.you[0];
  if (seat !== undefined) void play.sender.send({ do: "say", seat, phrase });
}

/** What changes in a rematch. */
export interface RematchChange {
  readonly rotate: boolean;
  readonly number: NonNullable<OfferRematch["number"]> | null;
  readonly value: number;
}

export function offerRematch(play: Play, { rotate, number, value }: RematchChange): void {
  const seat = play.me ?? play.you[0];
  if (seat === undefined) return;
  const change = number === null ? {} : { number, value };
  void play.sender.move({ do: "offer_rematch", seat, rotate, ...change });
}

export async function answerRematch(play: Play, agree: boolean): Promise<void> {
  for (const seat of seatsAskedForRematch(play.now, play.you)) {
    await play.sender.send({ do: "answer_rematch", seat, agree });
    if (!agree) return;
  }
}
