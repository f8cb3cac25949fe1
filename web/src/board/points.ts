/** Points and their names, as in `grav.rules.point`: a column letter, then a row from the bottom. */
import type { PointName, Stone, Stones } from "./types";

/** A column and a row, both from 0: `a1` is (0, 0). It belongs to no board. */
export interface Point {
  readonly column: number;
  readonly row: number;
}

const NAME = /^([a-z])(0|[1-9][0-9]{0,3})$/;
const FIRST_LETTER = 97;

export function columnLetter(column: number): string {
  return String.fromCharCode(FIRST_LETTER + column);
}

export function pointName(column: number, row: number): PointName {
  return `${columnLetter(column)}${row + 1}`;
}

export function parsePoint(name: string): Point | null {
  const [, letter, number] = NAME.exec(name) ?? [];
  if (letter === undefined || number === undefined) return null;
  return { column: letter.charCodeAt(0) - FIRST_LETTER, row: Number(number) - 1 };
}

/** Returns the point of that name; null if the board lacks it. */
export function pointOn(size: number, name: string): Point | null {
  const point = parsePoint(name);
  if (!point || point.row < 0 || point.row >= size || point.column >= size) return null;
  return point;
}

/** Parses a point as people type it (`C5`, `c 5`, `ｃ５`); null if the board lacks it. */
export function parseTypedPoint(text: string, size: number): PointName | null {
  const name = text.normalize("NFKC").replace(/\s/g, "").toLowerCase();
  return pointOn(size, name) ? name : null;
}

/** Returns the rows of a board from the top, each from the left. */
export function rowsOf(size: number): readonly (readonly PointName[])[] {
  return Array.from({ length: size }, (_, below) =>
    Array.from({ length: size }, (_, column) => pointName(column, size - 1 - below)),
  );
}

/** Returns all points of a board, row by row from the top. */
export function allPoints(size: number): readonly PointName[] {
  return rowsOf(size).flat();
}

/** Parses the stones of a drawn board: its rows from the top, `.` or the seat's digit. */
export function stonesOf(rows: readonly string[]): Stones {
  const stones = new Map<PointName, Stone>();
  rows.forEach((row, below) => {
    [...row].forEach((sign, column) => {
      if (sign !== ".") stones.set(pointName(column, rows.length - 1 - below), { seat: +sign });
    });
  });
  return stones;
}
