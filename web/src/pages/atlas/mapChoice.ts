/** The choice of a map, shared by the page and its address: a link shows the same map. */
import { PLAYER_KINDS, type PlayerKind } from "../../atlas/forecastClient";
import { tryParseSetting, formatSetting, type Numbers } from "../../client/fiveNumbers";
import type { AtlasBoard, AtlasMap, AtlasMeasure } from "../../generated/messages";
import { fitToBoard, NUMBER_NAMES, type NumberName } from "../../setup/numberBounds";

export type MeasureName = AtlasMeasure["name"];
export const COLOUR_RANGES = ["board", "map"] as const;

export interface MapChoice {
  readonly size: number;
  readonly players: number;
  readonly edition: string;
  readonly who: PlayerKind;
  readonly x: NumberName;
  readonly y: NumberName;
  readonly measure: MeasureName;
  /** All five numbers; those of the axes determine the open cell. */
  readonly numbers: Numbers;
  /** Whether the colour scale spans all settings of the board, or this map alone. */
  readonly colours: (typeof COLOUR_RANGES)[number];
}

export const DEFAULT_CHOICE: MapChoice = {
  size: 9,
  players: 2,
  edition: "revised",
  who: "random",
  x: "b",
  y: "c",
  measure: "length",
  numbers: { a: 3, b: 3, c: 4, d: 2, e: 4 },
  colours: "board",
};

/** The part of the choice that determines the board. */
export type BoardChoice = Pick<MapChoice, "size" | "players" | "edition" | "who">;

/** Parses the choice from an address; unavailable values become the nearest measured ones. */
export function choiceFromQuery(
  search: string,
  boards: readonly AtlasBoard[],
  measures: readonly MeasureName[],
): MapChoice {
  const query = new URLSearchParams(search);
  const axis = (name: "x" | "y"): NumberName =>
    NUMBER_NAMES.find((each) => each === query.get(name)) ?? DEFAULT_CHOICE[name];
  const [x, y] = [axis("x"), axis("y")];
  const board = nearestMeasuredBoard(boards, {
    size: Number(query.get("size") ?? DEFAULT_CHOICE.size),
    players: Number(query.get("players") ?? DEFAULT_CHOICE.players),
    edition: query.get("edition") ?? DEFAULT_CHOICE.edition,
    who: PLAYER_KINDS.find((each) => each === query.get("who")) ?? DEFAULT_CHOICE.who,
  });
  return {
    ...board,
    x,
    y: y === x ? otherThan(x) : y,
    measure: measures.find((each) => each === query.get("measure")) ?? DEFAULT_CHOICE.measure,
    numbers: fitToBoard(
      tryParseSetting(query.get("setting") ?? "") ?? DEFAULT_CHOICE.numbers,
      board.size,
    ),
    colours: COLOUR_RANGES.find((each) => each === query.get("colours")) ?? DEFAULT_CHOICE.colours,
  };
}

/** Formats a choice as the query of `/atlas`. */
export function choiceToQuery(choice: MapChoice): string {
  const { numbers, ...rest } = choice;
  const query = new URLSearchParams();
  query.set("setting", formatSetting(numbers));
  for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
  return `?${query.toString()}`;
}

/** Returns the path of the request for a map. */
export function mapPath({
  size,
  players,
  edition,
  who,
  x,
  y,
  measure,
  numbers,
}: MapChoice): string {
  const query = new URLSearchParams({
    size: String(size),
    players: String(players),
    edition,
    who,
    x,
    y,
    measure,
  });
  for (const name of NUMBER_NAMES)
    if (name !== x && name !== y) query.set(name, String(numbers[name]));
  return `/api/atlas/map?${query.toString()}`;
}

/**
 * Returns the measured board that is nearest to the wanted one: by size, then players, then
 * edition.
 */
export function nearestMeasuredBoard(
  boards: readonly AtlasBoard[],
  wanted: BoardChoice,
): BoardChoice {
  const sizes = boards.map(({ size }) => size);
  const size = nearest(sizes, wanted.size) ?? DEFAULT_CHOICE.size;
  const there = boards.filter((board) => board.size === size);
  const players = oneOf(there, "players", wanted.players, DEFAULT_CHOICE.players);
  const then = there.filter((board) => board.players === players);
  const edition = oneOf(then, "edition", wanted.edition, DEFAULT_CHOICE.edition);
  const last = then.filter((board) => board.edition === edition);
  return { size, players, edition, who: oneOf(last, "who", wanted.who, DEFAULT_CHOICE.who) };
}

/** Returns the available options: only what was measured. */
export function boardOptions(
  boards: readonly AtlasBoard[],
  { size, players, edition }: BoardChoice,
): {
  readonly sizes: readonly number[];
  readonly players: readonly number[];
  readonly editions: readonly string[];
  readonly who: readonly PlayerKind[];
} {
  const there = boards.filter((board) => board.size === size);
  const then = there.filter((board) => board.players === players);
  const last = then.filter((board) => board.edition === edition);
  return {
    sizes: unique(boards.map((board) => board.size)),
    players: unique(there.map((board) => board.players)),
    editions: unique(then.map((board) => board.edition)),
    who: unique(last.map((board) => board.who)),
  };
}

/**
 * Returns how many settings were measured, if that is less than half of those for random players;
 * else null.
 */
export function sampleOf(
  boards: readonly AtlasBoard[],
  { size, players, edition, who }: BoardChoice,
): { readonly count: number; readonly all: number } | null {
  const here = boards.filter(
    (board) => board.size === size && board.players === players && board.edition === edition,
  );
  const [count = 0, all = 0] = [who, DEFAULT_CHOICE.who].map(
    (each) => here.find((board) => board.who === each)?.settings,
  );
  return count * 2 < all ? { count, all } : null;
}

export function withBoard(
  choice: MapChoice,
  boards: readonly AtlasBoard[],
  wanted: Partial<BoardChoice>,
): MapChoice {
  const board = nearestMeasuredBoard(boards, { ...choice, ...wanted });
  return { ...choice, ...board, numbers: fitToBoard(choice.numbers, board.size) };
}

/** Changes the number of an axis; swaps the axes if the other one has it. */
export function withAxis(choice: MapChoice, side: "x" | "y", axis: NumberName): MapChoice {
  const other = side === "x" ? "y" : "x";
  const swapped = choice[other] === axis ? choice[side] : choice[other];
  return { ...choice, [side]: axis, [other]: swapped };
}

/** Returns the numbers of a cell. */
export function numbersAt({ numbers, x, y }: MapChoice, column: number, row: number): Numbers {
  return { ...numbers, [x]: column, [y]: row };
}

/** Returns the cell of the chosen numbers; null if the map lacks it. */
export function openedCell(
  { numbers, x, y }: MapChoice,
  { columns, rows }: Pick<AtlasMap, "columns" | "rows">,
): { readonly column: number; readonly row: number } | null {
  const [column, row] = [columns.indexOf(numbers[x]), rows.indexOf(numbers[y])];
  return column < 0 || row < 0 ? null : { column, row };
}

function otherThan(axis: NumberName): NumberName {
  return axis === DEFAULT_CHOICE.y ? DEFAULT_CHOICE.x : DEFAULT_CHOICE.y;
}

function nearest(sizes: readonly number[], wanted: number): number | undefined {
  const distance = (size: number): number => Math.abs(size - (Number.isNaN(wanted) ? 9 : wanted));
  return [...sizes].sort((one, other) => distance(one) - distance(other))[0];
}

function oneOf<Key extends keyof BoardChoice>(
  boards: readonly AtlasBoard[],
  key: Key,
  wanted: BoardChoice[Key],
  usual: BoardChoice[Key],
): BoardChoice[Key] {
  const values: readonly BoardChoice[Key][] = boards.map((board) => board[key]);
  return values.find((each) => each === wanted) ?? values.find((each) => each === usual) ?? usual;
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
