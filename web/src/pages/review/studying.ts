/** A board to try things on: what is sent to the server, and whom a click means. */
import { full, tellSetting, type Numbers } from "../../client/settings";
import type { Position, Study } from "../../generated/messages";
import { fitted } from "../new/numbers";
import { PRESETS, type Preset } from "../new/presets";
import { withPreset } from "../new/sized";

export type Rules = Readonly<Record<string, unknown>>;
export type Action = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly size: number;
  readonly players: number;
  readonly numbers: Numbers;
  readonly edition: "classic" | "revised";
}

/** The first seat begins: on a board to try things on, nobody needs to be asked. */
export function rulesOf({ size, players, numbers, edition }: Setup): Rules {
  return { size, players, ...fitted(numbers, size), edition, enforcement: "challenge", first: 0 };
}

/** The usual table, with the board and the numbers of the first game. */
export function usualSetup(): Setup {
  const { size, seats, edition } = full({});
  const numbers = { a: 3, b: 3, c: 4, d: 2, e: 4 };
  const setup = { size, players: seats, numbers, edition };
  return PRESETS[0] ? withPreset(setup, PRESETS[0]) : setup;
}

/** The preset that this is, board and numbers. */
export function presetIn({ size, numbers }: Setup): Preset | null {
  const setting = tellSetting(numbers);
  return PRESETS.find((each) => each.setting === setting && each.size === size) ?? null;
}

/** Are bonus turns declared in this game, or do they come by themselves? */
export function isDeclared(rules: Rules): boolean {
  const bonus = rules["bonus"] ?? (rules["edition"] === "classic" ? "granted" : "declared");
  return bonus === "declared";
}

/** The seat that may do something now; null if nobody may. */
export function whoMay(position: Position, what: string): number | null {
  const seat = position.may.findIndex((options) => options.includes(what));
  return seat === -1 ? null : seat;
}

/** All who have yet to answer let the stone stand. */
export function standing(position: Position): readonly Action[] {
  return (position.window?.awaiting ?? []).map((by) => ({ do: "accept", by }));
}

/** May this point be picked? An empty one for a stone, or a stone to be removed. */
export function canPick(position: Position, seat: number | undefined): boolean {
  if (position.phase === "over") return false;
  if (position.phase === "penalty") return seat === position.violator;
  return seat === undefined;
}

/** A stone, with as many bonus turns declared as there are shapes, if that is wished. */
export function placing(
  study: Pick<Study, "position" | "legal">,
  rules: Rules,
  at: string,
  declares: boolean,
): Action | null {
  const by = whoMay(study.position, "place");
  if (by === null) return null;
  const shapes = declares && isDeclared(rules) ? (study.legal?.[at] ?? 0) : 0;
  return shapes > 0 ? { do: "place", by, at, declare: shapes } : { do: "place", by, at };
}

export function removing(position: Position, at: string): Action | null {
  const by = whoMay(position, "remove");
  return by === null ? null : { do: "remove", by, at };
}

/** Back to before the last stone, pass or shout: letting a stone stand goes with the stone. */
export function takenBack(actions: readonly Action[]): readonly Action[] {
  let end = actions.length;
  while (end > 0 && actions[end - 1]?.["do"] === "accept") end -= 1;
  return actions.slice(0, Math.max(0, end - 1));
}

/** The numbers of the placements that are still on the board. */
export function numbersOn(actions: readonly Action[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  let move = 0;
  for (const { do: what, at } of actions) {
    if (what === "place") numbers.set(String(at), ++move);
  }
  return numbers;
}
