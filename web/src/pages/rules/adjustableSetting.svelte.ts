/** Five numbers that the reader adjusts; the figures follow them. */
import { parseSetting, formatSetting, type Numbers } from "../../client/fiveNumbers";
import type { ExamplesShown } from "../../generated/messages";
import { boundsOf, fitToBoard, type Bounds, type NumberName } from "../../setup/numberBounds";
import { fetchExamples } from "../../examples/examples";

export const BOARD_SIZE = 9;
export const DEFAULT_SETTING = "3 3 4 2 4";
/** Whoever steps quickly through numbers is shown the one they stay at. */
const PAUSE_MS = 250;

/** One step with one number; others give way where they must. */
export function stepNumber(numbers: Numbers, letter: NumberName, by: number): Numbers {
  return fitToBoard({ ...numbers, [letter]: numbers[letter] + by }, BOARD_SIZE);
}

export class AdjustableSetting {
  numbers = $state.raw<Numbers>(parseSetting(DEFAULT_SETTING));
  /** What the numbers do; null before that is known, and where it cannot be had. */
  shown = $state.raw<ExamplesShown | null>(null);
  readonly setting = $derived(formatSetting(this.numbers));

  bounds(letter: NumberName): Bounds {
    return boundsOf(this.numbers, BOARD_SIZE)[letter];
  }

  step(letter: NumberName, by: number): void {
    this.numbers = stepNumber(this.numbers, letter, by);
  }

  /** Fetches what these numbers do, in a moment; the answer to an older question is dropped. */
  ask(): () => void {
    const setting = this.setting;
    let wanted = true;
    const timer = setTimeout(() => {
      void fetchExamples(BOARD_SIZE, setting).then((found) => {
        if (wanted) this.shown = found;
      });
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }
}
