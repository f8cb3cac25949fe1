import { describe, expect, it } from "vitest";
import { formatTableQuery, withQuery } from "./formFromQuery";
import { PARTS } from "../generated/parts";
import { defaultForm } from "./tableForm";
import { newTableMessage } from "./newTableMessage";

const FORM = defaultForm("online");

describe("a table from the query of an address", () => {
  it("has these numbers, this board, these players and this edition", () => {
    const asked = formatTableQuery({
      setting: "4 5 17 2 6",
      size: 13,
      players: 3,
      edition: "revised bonus_limit=1",
    });
    expect(newTableMessage(withQuery({ ...FORM, settle: "dice" }, asked)).settings).toEqual({
      size: 13,
      seats: 3,
      setting: "4 5 17 2 6",
      house_rules: { bonus_limit: 1 },
    });
  });

  it("keeps the stored choices for missing or invalid values", () => {
    expect(withQuery(FORM, "")).toEqual(FORM);
    expect(withQuery(FORM, "?setting=x&size=99&players=1&edition=none")).toEqual(FORM);
  });

  it("has numbers that fit its board", () => {
    const { numbers, parts } = withQuery(FORM, "?setting=3+9+80+2+4&size=5&edition=classic");
    expect(numbers).toEqual({ a: 3, b: 5, c: 25, d: 2, e: 4 });
    expect(parts).toEqual(PARTS.classic);
  });
});
