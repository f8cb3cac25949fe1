/** Formats a verdict: who shouted, what the stone broke, and the consequences. */
import type { Addressee } from "../announcements/announcementText";
import { formatBreaches } from "./breachText";
import type { ShoutVerdict } from "./verdictState";

export interface VerdictText {
  readonly heading: string;
  readonly sentences: readonly string[];
}

export function formatVerdict(verdict: ShoutVerdict, addressee: Addressee): VerdictText {
  const { say, name, me } = addressee;
  const mine = verdict.by === me;
  const player = name(verdict.by);
  if (verdict.right) {
    const heading = mine ? say("game.you_saw_it") : say("game.saw_it", { player });
    const shown = say("game.shown", { shown: formatBreaches(verdict.breaches, say) });
    const voided =
      verdict.against === me
        ? say("game.your_stone_is_void", { at: verdict.at })
        : say("game.stone_is_void", { player: name(verdict.against), at: verdict.at });
    return { heading, sentences: [shown, voided, ...removal(verdict, addressee)] };
  }
  const heading = mine ? say("game.you_were_wrong") : say("game.was_wrong", { player });
  const skip = mine ? say("game.you_will_skip") : say("game.will_skip", { player });
  return { heading, sentences: [say("game.breaks_nothing"), skip] };
}

function removal(verdict: ShoutVerdict, { say, name, me }: Addressee): readonly string[] {
  const at = verdict.removed;
  if (at === null) return [];
  const [player, of] = [name(verdict.by), name(verdict.against)];
  if (verdict.against === me)
    return [say("game.shown", { shown: say("game.lost_stone", { player, at }) })];
  const removed =
    verdict.by === me
      ? say("game.you_removed", { of, at })
      : say("event.removed", { player, of, at });
  return [say("game.shown", { shown: removed })];
}
