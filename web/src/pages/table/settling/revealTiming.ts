/** The reveal of drawn numbers: they are shown for a while before the board is. */
import type { PublicEvent, Now, Settings } from "../../../generated/messages";

export interface Settled {
  readonly how: "dice" | "cards";
  readonly setting: string;
}

/** Milliseconds until dice have landed and cards have turned. */
export const LANDED_AFTER_MS = 1_500;
/** A stone that was placed in the meantime waits so long, for the numbers to be read. */
const READ_MS = 2_400;
/** Where a clock runs, nobody is kept longer from the board. */
const MAX_SHOWN_WITH_CLOCK_MS = 5_000;

/** null: nothing was drawn, so that all know the numbers already. */
export function drawnSettingOf(happening: PublicEvent): Settled | null {
  if (happening.event !== "begun") return null;
  const { how, settled } = happening.setting;
  if ((how !== "dice" && how !== "cards") || typeof settled !== "string") return null;
  return { how, setting: settled };
}

/** After so many milliseconds, is it time for the board? */
export function isRevealOver(shownFor: number, now: Now, settings: Settings): boolean {
  if (now.stage !== "playing") return true;
  if (shownFor < READ_MS) return false;
  if (now.position?.stones.some((count) => count > 0)) return true;
  const live = settings.clock != null && settings.clock.kind !== "days";
  return live && shownFor >= MAX_SHOWN_WITH_CLOCK_MS;
}
