/** Presets: five numbers with a name, and the board that they are made for. */
import type { TextKey } from "../text/say.svelte";
import presets from "./presets.json";

export interface Preset {
  readonly id: string;
  readonly setting: string;
  readonly size: number;
  /** The edition with its house rules, if the preset is made for them: `revised min_shape=8`. */
  readonly edition?: string;
}

export const PRESETS: readonly Preset[] = presets;

/** The board sizes of a quick game. */
export const QUICK_SIZES = [7, 9] as const;
export const QUICK_PRESETS = PRESETS.filter((preset) => preset.size <= 9);

/** Returns the preset with this setting; if the edition is given, it must fit. */
export function presetOf(setting: string, edition: string | null = null): Preset | null {
  const found = PRESETS.find((preset) => preset.setting === setting) ?? null;
  return found && fitsEdition(found, edition) ? found : null;
}

/** Whether a preset fits an edition; one without house rules fits every edition. */
export function fitsEdition(preset: Preset, edition: string | null): boolean {
  return edition === null || preset.edition === undefined || preset.edition === edition;
}

export function presetName(preset: Preset): TextKey {
  return `setup.preset_${preset.id}` as TextKey;
}

export function presetDescription(preset: Preset): TextKey {
  return `setup.preset_about_${preset.id}` as TextKey;
}
