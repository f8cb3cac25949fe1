/**
 * Parses a table from the query of an address:
 * `/new?setting=3+3+4+2+4&size=9&edition=revised+min_shape=6`.
 */
import { tryParseSetting } from "../client/fiveNumbers";
import { parseEdition } from "./editionNotation";
import { BOUNDS, MIN_SEATS, MAX_SEATS, type TableForm } from "./tableForm";
import { fitToBoard, clamp } from "./numberBounds";
import { withSeats } from "./formChanges";
import { withSize } from "./sizeAndNumberChanges";

export interface TableQuery {
  readonly setting: string;
  readonly size: number;
  readonly players: number;
  readonly edition: string;
}

/** Formats the query for a table, including default values, so that the link keeps its meaning. */
export function formatTableQuery({ setting, size, players, edition }: TableQuery): string {
  const query = { setting, size: String(size), players: String(players), edition };
  return `?${new URLSearchParams(query).toString()}`;
}

/** Applies the query to a form; invalid values are ignored. */
export function withQuery(form: TableForm, search: string): TableForm {
  const query = new URLSearchParams(search);
  let found = form;
  const size = parseWholeNumber(query.get("size"), BOUNDS.size.least, BOUNDS.size.most);
  if (size !== null) found = withSize(found, size);
  const players = parseWholeNumber(query.get("players"), MIN_SEATS, MAX_SEATS);
  if (players !== null) found = withSeats(found, players);
  const played = parseEdition(query.get("edition") ?? "");
  if (played !== null) found = { ...found, ...played };
  const numbers = tryParseSetting(query.get("setting") ?? "");
  if (numbers === null) return found;
  return { ...found, settle: "given", numbers: fitToBoard(numbers, found.size) };
}

/** Parses a whole number; null if it is invalid or out of bounds. */
export function parseWholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  return clamp(Number(text), least, most) === Number(text) ? Number(text) : null;
}
