import { describe, expect, it } from "vitest";
import { quickOf, quickTable } from "./now";

describe("a game at once", () => {
  it("is against level 2 on 7 × 7 with the first game's numbers", () => {
    const quick = quickOf(null);
    expect(quick).toEqual({ level: 2, size: 7, setting: "3 3 4 2 4", help: false });
    expect(quickTable(quick)).toEqual({
      settings: { size: 7, setting: "3 3 4 2 4", first: 0 },
      seats: [{ me: true }, { level: 2 }],
    });
  });

  it("comes with help where that is wanted", () => {
    const { settings } = quickTable({ ...quickOf(null), help: true });
    expect(settings?.help).toEqual(["legal", "last"]);
  });

  it("remembers what can still be chosen, and nothing else", () => {
    const kept = { level: 7, size: 9, setting: "4 3 5 1 5", help: true };
    expect(quickOf(kept)).toEqual(kept);
    expect(quickOf({ level: 11, size: 8, setting: "9 9 9 9 9", help: "yes" })).toEqual(quickOf({}));
    expect(quickOf("nonsense")).toEqual(quickOf({}));
    expect(quickOf({ setting: "4 4 6 2 8" }).setting).toBe("3 3 4 2 4"); // for a larger board
  });
});
