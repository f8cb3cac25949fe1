import { beforeAll, expect, it } from "vitest";
import type { Chair, TableRow } from "../../generated/messages";
import { switchLanguage } from "../../text/say.svelte";
import { countOpenSeats, formatClock, formatHowSettled } from "./tableRowText";

beforeAll(() => switchLanguage("en"));

it("clocks are formatted briefly", () => {
  expect(formatClock({})).toBe("no clock");
  expect(formatClock({ clock: { kind: "fischer", seconds: 600 } })).toMatch(/^10 min/);
  expect(formatClock({ clock: { kind: "fischer", seconds: 600, increment: 5 } })).toMatch(
    /^10 min \+ 5 s/,
  );
  expect(formatClock({ clock: { kind: "per_move", seconds: 30 } })).toMatch(/^30 s.* a stone$/);
  expect(formatClock({ clock: { kind: "days", days: 1 } })).toBe("1 day a stone");
});

it("the method of settling is named if the numbers are not given", () => {
  expect(formatHowSettled({ setting: "3 3 4 2 4" })).toBeNull();
  expect(formatHowSettled({ settle: "dice" })).toBe("numbers by dice");
});

it("seats that are free for anybody are counted", () => {
  const chair = (kind: Chair["kind"]): Chair => ({ kind, name: null, level: null });
  const row = { chairs: [chair("person"), chair("open"), chair("kept")] } as unknown as TableRow;
  expect(countOpenSeats(row)).toBe(1);
});
