/** Five numbers that the reader can change; the figures are updated. */
import { parseSetting, formatSetting, type Numbers } from "../../client/fiveNumbers";
import type { ExamplesShown } from "../../generated/messages";
import { boundsOf, fitToBoard, type Bounds, type NumberName } from "../../setup/numberBounds";
import { fetchExamples } from "../../examples/examples";

export const BOARD_SIZE = 9;
export const DEFAULT_SETTING = "3 3 4 2 4";
/** Debounce: milliseconds without a further change before the examples are requested. */
const PAUSE_MS = 250;

/** Steps one number; adjusts the numbers that depend on it. */
export function stepNumber(numbers: Numbers, letter: NumberName, by: number): Numbers {
  return fitToBoard({ ...numbers, [letter]: numbers[letter] + by }, BOARD_SIZE);
}

export class AdjustableSetting {
  numbers = $state.raw<Numbers>(parseSetting(DEFAULT_SETTING));
  /** The examples for the numbers; null before they are loaded, and after a failure. */
  shown = $state.raw<ExamplesShown | null>(null);
  readonly setting = $derived(formatSetting(this.numbers));

  bounds(letter: NumberName): Bounds {
    return boundsOf(this.numbers, BOARD_SIZE)[letter];
  }

  step(letter: NumberName, by: number): void {
    this.numbers = stepNumber(this.numbers, letter, by);
  }

  /** Requests the examples after a pause; returns a function that cancels the request. */
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
