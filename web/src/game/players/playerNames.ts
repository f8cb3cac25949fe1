/** Short names of players in sentences; never “you”, which has its own texts. */
import type { Chair } from "../../generated/messages";
import { chairName } from "../../ui/chairNames";
import { levelName } from "../../ui/levelText";
import { say } from "../../text/say.svelte";

/**
 * `shared`: all play on one device, where every unnamed seat has the name of the user who opened
 * the table.
 */
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

/**
 * Returns the seat of a user who has exactly one, online: they are “you”. Null on a shared device.
 */
export function onlySeat(you: readonly number[], mode: string | undefined): number | null {
  return you.length === 1 && (mode === undefined || mode === "online") ? (you[0] ?? null) : null;
}
