/** What the map shows, as the page and its address hold it: a link shows the same map. */
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
  /** All five: those of the axes say which cell is open. */
  readonly numbers: Numbers;
  /** Do colours reach over all settings of the board, or over this map alone? */
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

/** Which board it is. */
export type BoardChoice = Pick<MapChoice, "size" | "players" | "edition" | "who">;

/** The choice that an address says, as far as it can be: on a board that was measured. */
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

/** The address of a choice, behind the `/atlas`. */
export function choiceToQuery(choice: MapChoice): string {
  const { numbers, ...rest } = choice;
  const query = new URLSearchParams();
  query.set("setting", formatSetting(numbers));
  for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
  return `?${query.toString()}`;
}

/** What the server is asked for. */
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

/** The board that was measured and is most like the wanted one: by size, then players, then edition. */
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

/** What can be chosen: only what was measured. */
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

/** How many settings were measured, where that is less than half of what random players have. */
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

/** Another number along a side; where the other side has it, they change places. */
export function withAxis(choice: MapChoice, side: "x" | "y", axis: NumberName): MapChoice {
  const other = side === "x" ? "y" : "x";
  const swapped = choice[other] === axis ? choice[side] : choice[other];
  return { ...choice, [side]: axis, [other]: swapped };
}

/** The numbers of a cell. */
export function numbersAt({ numbers, x, y }: MapChoice, column: number, row: number): Numbers {
  return { ...numbers, [x]: column, [y]: row };
}

/** The cell that is open, by its place in the map; null where the map has no such cell. */
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
