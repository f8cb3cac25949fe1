import { describe, expect, it } from "vitest";
import type { AtlasBoard } from "../../generated/messages";
import {
  mapPath,
  numbersAt,
  openedCell,
  boardOptions,
  choiceFromQuery,
  sampleOf,
  choiceToQuery,
  DEFAULT_CHOICE,
  withAxis,
  withBoard,
} from "./mapChoice";

const board = (parts: Partial<AtlasBoard>): AtlasBoard => ({
  size: 9,
  players: 2,
  edition: "revised",
  who: "random",
  games: 4096,
  settings: 1000,
  ...parts,
});
const BOARDS = [
  board({ size: 7 }),
  board({ size: 7, who: "greedy" }),
  board({ size: 7, who: "search-1000", settings: 28 }),
  board({ size: 7, edition: "revised min_shape=6" }),
  board({}),
  board({ players: 3 }),
  board({ size: 13 }),
];
const MEASURES = ["balance", "length"] as const;
const read = (search: string) => choiceFromQuery(search, BOARDS, MEASURES);

describe("the address", () => {
  it("contains the whole choice", () => {
    const choice = withAxis(
      withBoard(DEFAULT_CHOICE, BOARDS, { size: 7, who: "greedy" }),
      "x",
      "e",
    );
    const chosen = { ...choice, measure: "balance", colours: "map" } as const;
    expect(read(choiceToQuery(chosen))).toEqual(chosen);
  });

  it("contains the kind of players; an unknown kind becomes the default", () => {
    expect(read("?size=7&who=search-1000").who).toBe("search-1000");
    expect(read("?size=9&who=search-1000").who).toBe("random");
    expect(read("?size=7&who=people").who).toBe("random");
  });

  it("without a query gives the default map", () => {
    expect(read("")).toEqual(DEFAULT_CHOICE);
  });

  it("with unavailable values gives the nearest available choice", () => {
    const found = read("?size=12&players=5&edition=old&who=greedy&x=c&y=c&measure=x&setting=1");
    expect(found).toEqual({ ...DEFAULT_CHOICE, size: 13, x: "c", y: "b" });
  });
});

describe("a board", () => {
  it("offers only what was measured", () => {
    expect(boardOptions(BOARDS, read("?size=7"))).toEqual({
      sizes: [7, 9, 13],
      players: [2],
      editions: ["revised", "revised min_shape=6"],
      who: ["random", "greedy", "search-1000"],
    });
  });

  it("reports if only a sample of the settings was measured", () => {
    expect(sampleOf(BOARDS, read("?size=7&who=search-1000"))).toEqual({ count: 28, all: 1000 });
    expect(sampleOf(BOARDS, read("?size=7&who=greedy"))).toBeNull();
    expect(sampleOf(BOARDS, read("?size=7"))).toBeNull();
  });

  it("without the edition or the players falls back to the defaults", () => {
    const house = read("?size=7&edition=revised+min_shape%3D6");
    expect(house.edition).toBe("revised min_shape=6");
    expect(withBoard(house, BOARDS, { size: 13 }).edition).toBe("revised");
  });

  it("of a smaller size fits the numbers to it", () => {
    const large = { ...DEFAULT_CHOICE, size: 13, numbers: { a: 3, b: 9, c: 40, d: 2, e: 4 } };
    expect(withBoard(large, BOARDS, { size: 7 }).numbers.b).toBe(7);
  });
});

describe("the map", () => {
  it("is requested with the numbers that are fixed", () => {
    expect(mapPath(DEFAULT_CHOICE)).toBe(
      "/api/atlas/map?size=9&players=2&edition=revised&who=random&x=b&y=c&measure=length&a=3&d=2&e=4",
    );
  });

  it("swaps its axes if both would have the same number", () => {
    expect(withAxis(DEFAULT_CHOICE, "x", "c")).toMatchObject({ x: "c", y: "b" });
    expect(withAxis(DEFAULT_CHOICE, "y", "e")).toMatchObject({ x: "b", y: "e" });
  });

  it("opens the cell of the chosen numbers", () => {
    const cells = { columns: [2, 3, 4], rows: [3, 4] };
    expect(openedCell(DEFAULT_CHOICE, cells)).toEqual({ column: 1, row: 1 });
    expect(
      openedCell({ ...DEFAULT_CHOICE, numbers: numbersAt(DEFAULT_CHOICE, 5, 4) }, cells),
    ).toBeNull();
  });
});
