/** The reveal of drawn numbers: they are shown for a while before the board. */
import type { PublicEvent, Now, Settings } from "../../../generated/messages";

export interface Settled {
  readonly how: "dice" | "cards";
  readonly setting: string;
}

/** Milliseconds until the animation of dice or cards ends. */
export const LANDED_AFTER_MS = 1_500;
/** Minimum milliseconds for which the numbers are shown, even if a stone is placed meanwhile. */
const READ_MS = 2_400;
/** Maximum milliseconds for which the numbers are shown if a clock runs. */
const MAX_SHOWN_WITH_CLOCK_MS = 5_000;

/** Returns the drawn numbers when the game begins; null if they were not drawn. */
export function drawnSettingOf(happening: PublicEvent): Settled | null {
  if (happening.event !== "begun") return null;
  const { how, settled } = happening.setting;
  if ((how !== "dice" && how !== "cards") || typeof settled !== "string") return null;
  return { how, setting: settled };
}

/** Whether the board is shown now, after this many milliseconds of the reveal. */
export function isRevealOver(shownFor: number, now: Now, settings: Settings): boolean {
  if (now.stage !== "playing") return true;
  if (shownFor < READ_MS) return false;
  if (now.position?.stones.some((count) => count > 0)) return true;
  const live = settings.clock != null && settings.clock.kind !== "days";
  return live && shownFor >= MAX_SHOWN_WITH_CLOCK_MS;
}
