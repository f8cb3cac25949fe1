/** Names and descriptions of the levels of bots. */
import { say, type TextKey } from "../text/say.svelte";

export function levelName(level: number): string {
  return say(`levels.name_${level}` as TextKey);
}

export function levelDescription(level: number): string {
  return say(`levels.about_${level}` as TextKey);
}
