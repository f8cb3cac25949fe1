/** Formats whom or what the table waits for, for users who can do nothing now. */
import type { Position } from "../../generated/messages";
import type { PossibleAction } from "./possibleAction";
import type { Addressee } from "../announcements/announcementText";

export interface WaitingText {
  readonly heading: string;
  readonly more: string | null;
}

type Waits = Extract<PossibleAction, { kind: "answered" | "own" | "wait" }>;

export function formatWaiting(
  acting: Waits,
  position: Position,
  addressee: Addressee,
): WaitingText {
  const { say, name } = addressee;
  const players = acting.waited.map(name);
  /** Undecided shouts are not public, so seats that have shouted are still listed as awaited. */
  const others = players.length === 0 ? null : say("game.waiting_for", { players });
  switch (acting.kind) {
    case "answered": {
      const shouted = acting.answer === "shout";
      const heading = say(shouted ? "game.you_shouted" : "game.your_answer_is_in");
      return { heading, more: others ?? (shouted ? say("game.verdict_comes") : null) };
    }
    case "own":
      return { heading: say("game.own_stone", { move: acting.window.placement }), more: others };
    case "wait":
      return formatWait(acting, position, addressee, others);
  }
}

function formatWait(
  acting: Extract<PossibleAction, { kind: "wait" }>,
  position: Position,
  { say, name }: Addressee,
  others: string | null,
): WaitingText {
  const player = name(acting.waited[0] ?? 0);
  if (acting.window !== null) {
    return { heading: say("game.move_open", { move: acting.window.placement }), more: others };
  }
  if (acting.phase === "opening") return { heading: say("game.opening"), more: null };
  if (acting.phase === "penalty") {
    const of = name(position.violator ?? 0);
    return { heading: say("game.chooses_stone", { player, of }), more: null };
  }
  const count = position.bonus_turns;
  const more = count > 0 ? say("game.bonus_to_come", { count }) : null;
  const key = position.on_bonus_turn ? "event.bonus_turn" : "game.turn_of";
  return { heading: say(key, { player }), more };
}
