/** The quick game of the home page: its stored choice, and the table that it opens. */
import type { NewTable } from "../../generated/messages";
import { LEVELS, DEFAULT_LEVEL } from "../../setup/tableForm";
import type { TableQuery } from "../../setup/formFromQuery";
import { tableEdition, houseRulesOf, parseEdition } from "../../setup/editionNotation";
import { presetOf, QUICK_PRESETS, QUICK_SIZES } from "../../setup/presets";

export interface QuickGame {
  readonly level: number;
  readonly size: number;
  readonly setting: string;
  /** Whether legal points, and the stone that the distance is measured from, are marked. */
  readonly help: boolean;
}

/** Parses a stored choice; values that are no longer available become the defaults. */
export function parseQuickGame(stored: unknown): QuickGame {
  const found = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<QuickGame>;
  const [first] = QUICK_PRESETS;
  return {
    level: LEVELS.find((level) => level === found.level) ?? DEFAULT_LEVEL,
    size: QUICK_SIZES.find((size) => size === found.size) ?? QUICK_SIZES[0],
    setting:
      QUICK_PRESETS.find((preset) => preset.setting === found.setting)?.setting ??
      first?.setting ??
      "",
    help: found.help === true,
  };
}

/**
 * Returns the message that opens the table: the user begins against one bot; a preset brings its
 * house rules.
 */
export function quickGameMessage({ level, size, setting, help }: QuickGame): NewTable {
  const played = parseEdition(presetOf(setting)?.edition ?? "");
  return {
    settings: {
      size,
      setting,
      first: 0,
      ...(played && { edition: played.edition, house_rules: houseRulesOf(played) }),
      ...(help && { help: ["legal", "last"] as const }),
    },
    seats: [{ me: true }, { level }],
  };
}

/** Returns the rules of that table, to query the atlas. */
export function quickGameQuery(quick: QuickGame): TableQuery {
  const { settings = {}, seats } = quickGameMessage(quick);
  const { setting, size } = quick;
  return { setting, size, players: seats?.length ?? 2, edition: tableEdition(settings) };
}
