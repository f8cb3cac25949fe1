import { beforeAll, describe, expect, it } from "vitest";
import { loadTextGroup, switchLanguage } from "../text/say.svelte";
import { prospectRows } from "./prospectRows";
import { makeProspect, makeSpan } from "./forecast.fixture";

beforeAll(async () => {
  await switchLanguage("en");
  await loadTextGroup("forecast");
});

describe("the prospects", () => {
  it("has a row for each measure and a cell for each list of cards", () => {
    const kept = makeProspect({ measures: { length: makeSpan(19, 22.4, 23) }, harder_than: null });
    const rows = prospectRows([makeProspect(), kept]);
    expect(rows.map(({ name }) => name)).toEqual([
      "Length",
      "Board filled",
      "Longest chain",
      "Hard to see, of 100",
    ]);
    expect(rows[0]?.cells).toEqual([
      { middle: "33", range: "21–43" },
      { middle: "22", range: "19–23" },
    ]);
    expect(rows[1]?.cells).toEqual([{ middle: "41%", range: "26%–54%" }, null]);
    expect(rows[3]?.cells).toEqual([{ middle: "59", range: "22–96" }, null]);
  });

  it("omit the range if both its ends are formatted alike", () => {
    const alike = makeProspect({ measures: { length: makeSpan(27.9, 28.18, 28.3) } });
    expect(prospectRows([alike])[0]?.cells).toEqual([{ middle: "28", range: null }]);
  });

  it("have no row for a measure without values", () => {
    const nothing = makeProspect({ measures: { length: null }, harder_than: null });
    expect(prospectRows([nothing])).toEqual([]);
  });
});
