/** Display names of people, bots and empty seats. */
import type { Chair } from "../generated/messages";
import { say } from "../text/say.svelte";
import { levelName } from "./levelText";

/** “You” for the user's only seat; with several seats on one device, each has its name. */
export function chairNameOrYou(chair: Chair, seat: number, you: readonly number[]): string {
  if (you.length === 1 && you[0] === seat) return say("room.you");
  return chairName(chair, seat);
}

/** The name that everybody sees, also of the user's own seat. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.level !== null) {
    return say("room.bot", { name: levelName(chair.level), level: chair.level });
  }
  if (chair.name !== null) return chair.name;
  return say(chair.kind === "guest" ? "room.guest" : "room.player", { seat: seat + 1 });
}
