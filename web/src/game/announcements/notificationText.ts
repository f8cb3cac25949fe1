/** Formats what waits for the user, for the tab's title and for a notification. */
import type { Now } from "../../generated/messages";
import type { PossibleAction } from "../input/possibleAction";
import type { Addressee } from "./announcementText";
import { seatsAskedForRematch, seatsAskedForTakeback } from "../input/consentRequests";

/** Returns null if nothing waits for the user. */
export function formatNotification(
  acting: PossibleAction,
  now: Now,
  { say, name, you }: Addressee,
): string | null {
  switch (acting.kind) {
    case "answer":
      return say("game.question", { move: acting.window.placement });
    case "remove":
      return say("game.choose_stone", { player: name(acting.violator ?? 0) });
    case "place":
      return acting.opening ? say("game.opening") : say("game.your_turn");
  }
  if (now.takeback && seatsAskedForTakeback(now, you).length > 0) {
    return say("game.asks_takeback", { player: name(now.takeback.by) });
  }
  if (now.rematch && seatsAskedForRematch(now, you).length > 0) {
    return say("game.offers_rematch", { player: name(now.rematch.by) });
  }
  return null;
}
