/** Short names of players in sentences; never “you”, which needs sentences of its own. */
import type { Chair } from "../../generated/messages";
import { chairName } from "../../ui/chairNames";
import { levelName } from "../../ui/levelText";
import { say } from "../../text/say.svelte";

/** `shared`: all sit at one device, where seats without a label all have the name of whoever opened it. */
export function shortName(chairs: readonly Chair[], seat: number, shared: boolean): string {
  const chair = chairs[seat];
  if (!chair) return say("room.player", { seat: seat + 1 });
  if (chair.level !== null) return levelName(chair.level);
  const namesakes = chairs.filter(({ kind, name }) => kind !== "bot" && name === chair.name);
  if (shared && (chair.name === null || namesakes.length > 1)) {
    return say("room.player", { seat: seat + 1 });
  }
  return chairName(chair, seat);
}

/** The seat of whoever has one alone, over a network: they are “you”. On one device nobody is. */
export function onlySeat(you: readonly number[], mode: string | undefined): number | null {
  return you.length === 1 && (mode === undefined || mode === "online") ? (you[0] ?? null) : null;
}
