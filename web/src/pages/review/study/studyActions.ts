/** The study board's messages to the server, and which seat a click acts for. */
import { declaresBonusTurns, withDefaults } from "../../../client/tableSettings";
import { tryParseSetting, formatSetting, type Numbers } from "../../../client/fiveNumbers";
import type { HouseRules, Position, Study } from "../../../generated/messages";
import { PARTS, type Edition } from "../../../generated/parts";
import { parseWholeNumber } from "../../../setup/formFromQuery";
import { houseRulesOf, parseEdition, formatEdition } from "../../../setup/editionNotation";
import { BOUNDS, MIN_SEATS, MAX_SEATS } from "../../../setup/tableForm";
import { fitToBoard } from "../../../setup/numberBounds";
import { fitsEdition, PRESETS, type Preset } from "../../../setup/presets";
import { withPreset } from "../../../setup/sizeAndNumberChanges";

export type Rules = Readonly<Record<string, unknown>>;
export type Action = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly size: number;
  readonly players: number;
  readonly numbers: Numbers;
  readonly edition: Edition;
  readonly house: HouseRules;
}

/** The first seat begins: on a board to try things on, nobody needs to be asked. */
export function rulesOf({ size, players, numbers, edition, house }: Setup): Rules {
  const five = fitToBoard(numbers, size);
  return { size, players, ...five, edition, ...house, enforcement: "challenge", first: 0 };
}

/** The usual table, with the board and the numbers of the first game. */
export function defaultSetup(): Setup {
  const { size, seats, edition } = withDefaults({});
  const numbers = { a: 3, b: 3, c: 4, d: 2, e: 4 };
  const setup = { size, players: seats, numbers, edition, house: {} };
  return PRESETS[0] ? withPreset(setup, PRESETS[0]) : setup;
}

/** The board that an address asks for; null where it asks for none. */
export function setupFromQuery(search: string): Setup | null {
  const asked = new URLSearchParams(search);
  const numbers = tryParseSetting(asked.get("setting") ?? "");
  if (numbers === null) return null;
  const usual = defaultSetup();
  const size =
    parseWholeNumber(asked.get("size"), BOUNDS.size.least, BOUNDS.size.most) ?? usual.size;
  const players = parseWholeNumber(asked.get("players"), MIN_SEATS, MAX_SEATS) ?? usual.players;
  const setup = { ...usual, size, players, numbers: fitToBoard(numbers, size) };
  return playing(setup, asked.get("edition"));
}

/** A preset with its board, and with the house rules that it is made for. */
export function withPresetEdition(setup: Setup, preset: Preset): Setup {
  return playing({ ...withPreset(setup, preset), house: {} }, preset.edition ?? null);
}

function playing(setup: Setup, edition: string | null): Setup {
  const played = parseEdition(edition ?? "");
  return played ? { ...setup, edition: played.edition, house: houseRulesOf(played) } : setup;
}

/** The preset that this is: board, numbers, and house rules where it has some. */
export function matchingPreset({ size, numbers, edition, house }: Setup): Preset | null {
  const setting = formatSetting(numbers);
  const told = formatEdition({ edition, parts: { ...PARTS[edition], ...house } });
  return (
    PRESETS.find(
      (each) => each.setting === setting && each.size === size && fitsEdition(each, told),
    ) ?? null
  );
}

/** The seat that may do something now; null if nobody may. */
export function whoMay(position: Position, what: string): number | null {
  const seat = position.may.findIndex((options) => options.includes(what));
  return seat === -1 ? null : seat;
}

/** All who have yet to answer let the stone stand. */
export function acceptActions(position: Position): readonly Action[] {
  return (position.window?.awaiting ?? []).map((by) => ({ do: "accept", by }));
}

/** May this point be picked? An empty one for a stone, or a stone to be removed. */
export function canPick(position: Position, seat: number | undefined): boolean {
  if (position.phase === "over") return false;
  if (position.phase === "penalty") return seat === position.violator;
  return seat === undefined;
}

/** A stone, with as many bonus turns declared as there are shapes, if that is wished. */
export function placeAction(
  study: Pick<Study, "position" | "legal">,
  rules: Rules,
  at: string,
  declares: boolean,
): Action | null {
  const by = whoMay(study.position, "place");
  if (by === null) return null;
  const shapes = declares && declaresBonusTurns(rules) ? (study.legal?.[at] ?? 0) : 0;
  return shapes > 0 ? { do: "place", by, at, declare: shapes } : { do: "place", by, at };
}

export function removeAction(position: Position, at: string): Action | null {
  const by = whoMay(position, "remove");
  return by === null ? null : { do: "remove", by, at };
}

/** Back to before the last stone, pass or shout: letting a stone stand goes with the stone. */
export function undoLast(actions: readonly Action[]): readonly Action[] {
  let end = actions.length;
  while (end > 0 && actions[end - 1]?.["do"] === "accept") end -= 1;
  return actions.slice(0, Math.max(0, end - 1));
}

/** The numbers of the placements that are still on the board. */
export function placementNumbers(actions: readonly Action[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  let move = 0;
  for (const { do: what, at } of actions) {
    if (what === "place") numbers.set(String(at), ++move);
  }
  return numbers;
}
