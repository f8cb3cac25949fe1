/** The keyboard cursor on the map: columns from the left, rows from below. */

export interface Cell {
  readonly column: number;
  readonly row: number;
}

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Returns the cell that the key moves to, stopping at the edges; null if the key moves nothing. */
export function moveCellCursor(
  from: Cell,
  press: Press,
  columns: number,
  rows: number,
): Cell | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const { column, row } = from;
  switch (press.key) {
    case "ArrowLeft":
      return clampToMap({ column: column - 1, row }, columns, rows);
    case "ArrowRight":
      return clampToMap({ column: column + 1, row }, columns, rows);
    case "ArrowUp":
      return clampToMap({ column, row: row + 1 }, columns, rows);
    case "ArrowDown":
      return clampToMap({ column, row: row - 1 }, columns, rows);
    case "Home":
      return clampToMap({ column: 0, row }, columns, rows);
    case "End":
      return clampToMap({ column: columns - 1, row }, columns, rows);
    case "PageUp":
      return clampToMap({ column, row: rows - 1 }, columns, rows);
    case "PageDown":
      return clampToMap({ column, row: 0 }, columns, rows);
    default:
      return null;
  }
}

/** Returns the nearest cell of the map. */
export function clampToMap({ column, row }: Cell, columns: number, rows: number): Cell {
  return {
    column: Math.max(0, Math.min(column, columns - 1)),
    row: Math.max(0, Math.min(row, rows - 1)),
  };
}
