/** A game at once: what is chosen for it, kept in this browser, and the table that it makes. */
import type { NewTable } from "../../generated/messages";
import { LEVELS, USUAL_LEVEL } from "../../setup/form";
import type { Asked } from "../../setup/formFromUrl";
import { editionOf, houseOf, readEdition } from "../../setup/editions";
import { presetOf, QUICK_PRESETS, QUICK_SIZES } from "../../setup/presets";

export interface Quick {
  readonly level: number;
  readonly size: number;
  readonly setting: string;
  /** Is one shown where a stone may go? */
  readonly help: boolean;
}

/** What was kept, where it can still be chosen. */
export function quickOf(kept: unknown): Quick {
  const found = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<Quick>;
  const [first] = QUICK_PRESETS;
  return {
    level: LEVELS.find((level) => level === found.level) ?? USUAL_LEVEL,
    size: QUICK_SIZES.find((size) => size === found.size) ?? QUICK_SIZES[0],
    setting:
      QUICK_PRESETS.find((preset) => preset.setting === found.setting)?.setting ??
      first?.setting ??
      "",
    help: found.help === true,
  };
}

/** You against one opponent; you begin. House rules come with the numbers that are made for them. */
export function quickTable({ level, size, setting, help }: Quick): NewTable {
  const played = readEdition(presetOf(setting)?.edition ?? "");
  return {
    settings: {
      size,
      setting,
      first: 0,
      ...(played && { edition: played.edition, house_rules: houseOf(played) }),
      ...(help && { help: ["legal", "last"] as const }),
    },
    seats: [{ me: true }, { level }],
  };
}

/** The rules of that table, as the atlas knows them. */
export function quickRules(quick: Quick): Asked {
  const { settings = {}, seats } = quickTable(quick);
  const { setting, size } = quick;
  return { setting, size, players: seats?.length ?? 2, edition: editionOf(settings) };
}
