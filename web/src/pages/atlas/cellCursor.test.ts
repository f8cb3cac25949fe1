import { describe, expect, it } from "vitest";
import { moveCellCursor } from "./cellCursor";

describe("keys", () => {
  const press = (key: string, held = false) => ({
    key,
    ctrlKey: held,
    altKey: false,
    metaKey: false,
  });
  const go = (key: string, held = false) =>
    moveCellCursor({ column: 1, row: 1 }, press(key, held), 3, 4);

  it("move between the cells; up goes to higher values", () => {
    expect(go("ArrowUp")).toEqual({ column: 1, row: 2 });
    expect(go("ArrowLeft")).toEqual({ column: 0, row: 1 });
    expect(go("End")).toEqual({ column: 2, row: 1 });
    expect(go("PageUp")).toEqual({ column: 1, row: 3 });
  });

  it("stop at the edges; other keys are not handled", () => {
    expect(moveCellCursor({ column: 2, row: 0 }, press("ArrowDown"), 3, 4)).toEqual({
      column: 2,
      row: 0,
    });
    expect(go("Enter")).toBeNull();
    expect(go("ArrowUp", true)).toBeNull();
  });
});
