/** Changes of size and numbers together: the numbers are fitted to the board. */
import { parseSetting, type Numbers } from "../client/fiveNumbers";
import { BOUNDS } from "./tableForm";
import { fitToBoard, clamp, type NumberName } from "./numberBounds";
import type { Preset } from "./presets";

interface Sized {
  readonly size: number;
  readonly numbers: Numbers;
}

/** Changes the size, and fits the numbers to the board. */
export function withSize<Chosen extends Sized>(chosen: Chosen, wanted: number): Chosen {
  const size = clamp(wanted, BOUNDS.size.least, BOUNDS.size.most);
  return { ...chosen, size, numbers: fitToBoard(chosen.numbers, size) };
}

export function withNumber<Chosen extends Sized>(
  chosen: Chosen,
  name: NumberName,
  value: number,
): Chosen {
  return { ...chosen, numbers: fitToBoard({ ...chosen.numbers, [name]: value }, chosen.size) };
}

export function withPreset<Chosen extends Sized>(chosen: Chosen, preset: Preset): Chosen {
  return { ...chosen, size: preset.size, numbers: parseSetting(preset.setting) };
}
