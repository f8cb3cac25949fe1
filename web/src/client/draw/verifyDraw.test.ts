import { expect, test } from "vitest";
import record from "../../../../tests/data/events/table-1.record.json";
import { commitmentOf, seedOf } from "./commitment";
import { verifyDraw } from "./verifyDraw";

type Form = Record<string, unknown>;

const DRAW = record.table.draw;

/** Returns the record with one value changed, by its path: `table.draw.share`. */
function changed(path: string, value: unknown, form: Form = record): Form {
  const [first = "", ...rest] = path.split(".");
  const within = rest.length ? changed(rest.join("."), value, form[first] as Form) : value;
  return { ...form, [first]: within };
}

/** Returns the names of the checks that fail. */
function failing(form: Form): string[] {
  const verified = verifyDraw(form);
  if (verified === null) return ["none"];
  const { commitment, seed, numbers, holds } = verified;
  const failed = Object.entries({ commitment, seed, numbers }).filter(([, check]) => !check.holds);
  expect(holds).toBe(failed.length === 0);
  return failed.map(([name]) => name);
}

test("a record of a server's table is verified in full", () => {
  const verified = verifyDraw(record);
  expect(verified).toMatchObject({ holds: true, matchesObservation: null, shares: DRAW.shares });
  expect(verified?.numbers.found).toBe("7x7 3p 5 3 3 2 4");
  expect(verified?.hands).toHaveLength(5);
});

test.each([
  ["table.draw.commitment", commitmentOf("another"), ["commitment"]],
  ["table.draw.share", "another", ["commitment", "seed"]],
  ["table.draw.shares", ["share of 1", "share of 0", "share of 2"], ["seed"]],
  ["setting.seed", seedOf("another", []), ["seed", "numbers"]],
  ["rules.a", 4, ["numbers"]],
  ["rules.size", 8, ["numbers"]],
  ["setting.steps", [{ do: "draw", by: 1 }], ["numbers"]],
  ["setting.how", "dice", ["numbers"]],
])("a record with a changed %s fails", (path, value, failed) => {
  expect(failing(changed(path, value))).toEqual(failed);
});

test("a setting that does not follow from its steps fails", () => {
  expect(verifyDraw(changed("setting.settled", "5 3 3 2 5"))?.holds).toBe(false);
});

test.each([null, {}, changed("table", null), changed("table.draw", null)])(
  "a record without a draw cannot be checked (%#)",
  (form) => {
    expect(verifyDraw(form)).toBeNull();
    const seen = { commitment: DRAW.commitment, shares: DRAW.shares };
    expect(verifyDraw(form, seen)?.holds).toBe(false);
  },
);

test.each([
  changed("table.draw", "none"),
  changed("table.draw.share", "two\nlines"),
  changed("table.draw.shares", ["\ud800"]),
  changed("setting", { how: "agreement" }),
  changed("setting.size", 1e9),
])("a malformed draw fails (%#)", (form) => {
  expect(verifyDraw(form)?.holds).toBe(false);
});

test("an observation of this browser is compared as well", () => {
  const { commitment, shares } = DRAW;
  expect(verifyDraw(record, { commitment, shares })).toMatchObject({
    matchesObservation: true,
    holds: true,
  });
  const partly = { commitment, shares: [null, shares[1] ?? "", null] };
  expect(verifyDraw(record, partly)?.matchesObservation).toBe(true);
  const other = { commitment: commitmentOf("first"), shares };
  expect(verifyDraw(record, other)).toMatchObject({ matchesObservation: false, holds: false });
  const mine = { commitment, shares: ["what I gave", null, null] };
  expect(verifyDraw(record, mine)?.holds).toBe(false);
});
