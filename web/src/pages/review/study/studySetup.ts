/** The set-up of a study: board, numbers and edition, from the address or a preset, as rules for the server. */
import { withDefaults } from "../../../client/tableSettings";
import { tryParseSetting, formatSetting, type Numbers } from "../../../client/fiveNumbers";
import type { HouseRules } from "../../../generated/messages";
import { PARTS, type Edition } from "../../../generated/parts";
import { parseWholeNumber } from "../../../setup/formFromQuery";
import { houseRulesOf, parseEdition, formatEdition } from "../../../setup/editionNotation";
import { BOUNDS, MIN_SEATS, MAX_SEATS } from "../../../setup/tableForm";
import { fitToBoard } from "../../../setup/numberBounds";
import { fitsEdition, PRESETS, type Preset } from "../../../setup/presets";
import { withPreset } from "../../../setup/sizeAndNumberChanges";
import type { Rules } from "./studyActions";

export interface StudySetup {
  readonly size: number;
  readonly players: number;
  readonly numbers: Numbers;
  readonly edition: Edition;
  readonly house: HouseRules;
}

/** Returns the rules for the server; the first seat begins, as there is only one user. */
export function setupRules({ size, players, numbers, edition, house }: StudySetup): Rules {
  const five = fitToBoard(numbers, size);
  return { size, players, ...five, edition, ...house, enforcement: "challenge", first: 0 };
}

/** Returns the default table, with the board and the numbers of the first game. */
export function defaultSetup(): StudySetup {
  const { size, seats, edition } = withDefaults({});
  const numbers = { a: 3, b: 3, c: 4, d: 2, e: 4 };
  const setup = { size, players: seats, numbers, edition, house: {} };
  return PRESETS[0] ? withPreset(setup, PRESETS[0]) : setup;
}

/** Parses the board of an address; null if it names none. */
export function setupFromQuery(search: string): StudySetup | null {
  const query = new URLSearchParams(search);
  const numbers = tryParseSetting(query.get("setting") ?? "");
  if (numbers === null) return null;
  const usual = defaultSetup();
  const size =
    parseWholeNumber(query.get("size"), BOUNDS.size.least, BOUNDS.size.most) ?? usual.size;
  const players = parseWholeNumber(query.get("players"), MIN_SEATS, MAX_SEATS) ?? usual.players;
  const setup = { ...usual, size, players, numbers: fitToBoard(numbers, size) };
  return withEditionText(setup, query.get("edition"));
}

/** Applies a preset with its board and its house rules. */
export function withPresetEdition(setup: StudySetup, preset: Preset): StudySetup {
  return withEditionText({ ...withPreset(setup, preset), house: {} }, preset.edition ?? null);
}

function withEditionText(setup: StudySetup, edition: string | null): StudySetup {
  const played = parseEdition(edition ?? "");
  return played ? { ...setup, edition: played.edition, house: houseRulesOf(played) } : setup;
}

/**
 * Returns the preset with this board, these numbers and, if it has some, these house rules; else
 * null.
 */
export function matchingPreset({ size, numbers, edition, house }: StudySetup): Preset | null {
  const setting = formatSetting(numbers);
  const notation = formatEdition({ edition, parts: { ...PARTS[edition], ...house } });
  return (
    PRESETS.find(
      (each) => each.setting === setting && each.size === size && fitsEdition(each, notation),
    ) ?? null
  );
}
