/** Five numbers that have a name, with the board that they are made for. */
import type { TextKey } from "../../text/say.svelte";
import presets from "./presets.json";

export interface Preset {
  readonly id: string;
  readonly setting: string;
  readonly size: number;
}

export const PRESETS: readonly Preset[] = presets;

/** The board sizes of a quick game. */
export const QUICK_SIZES = [7, 9] as const;
export const QUICK_PRESETS = PRESETS.filter((preset) => preset.size <= 9);

export function presetOf(setting: string): Preset | null {
  return PRESETS.find((preset) => preset.setting === setting) ?? null;
}

export function presetName(preset: Preset): TextKey {
  return `setup.preset_${preset.id}` as TextKey;
}

export function presetAbout(preset: Preset): TextKey {
  return `setup.preset_about_${preset.id}` as TextKey;
}
