import { describe, expect, it } from "vitest";
import { parseQuickGame, quickGameQuery, quickGameMessage } from "./quickGame";

describe("a quick game", () => {
  it("is against level 2 on 7 × 7 with the first game's numbers", () => {
    const quick = parseQuickGame(null);
    expect(quick).toEqual({ level: 2, size: 7, setting: "3 3 4 2 4", help: false });
    expect(quickGameMessage(quick)).toEqual({
      settings: { size: 7, setting: "3 3 4 2 4", first: 0 },
      seats: [{ me: true }, { level: 2 }],
    });
  });

  it("shows help if that is chosen", () => {
    const { settings } = quickGameMessage({ ...parseQuickGame(null), help: true });
    expect(settings?.help).toEqual(["legal", "last"]);
  });

  it("uses the house rules that its preset is made for", () => {
    const { settings } = quickGameMessage(parseQuickGame({ size: 9, setting: "4 2 3 2 6" }));
    expect(settings).toMatchObject({
      setting: "4 2 3 2 6",
      edition: "revised",
      house_rules: { min_shape: 6, bonus_limit: 1 },
    });
  });

  it("queries the atlas with the same rules", () => {
    expect(quickGameQuery(parseQuickGame(null))).toEqual({
      setting: "3 3 4 2 4",
      size: 7,
      players: 2,
      edition: "revised",
    });
    expect(quickGameQuery(parseQuickGame({ size: 7, setting: "4 2 3 2 6" }))).toMatchObject({
      size: 7, // the chosen size, not that of the preset
      edition: "revised min_shape=6 bonus_limit=1",
    });
  });

  it("parses a stored choice, and drops invalid values", () => {
    const kept = { level: 7, size: 9, setting: "4 3 5 1 5", help: true };
    expect(parseQuickGame(kept)).toEqual(kept);
    expect(parseQuickGame({ level: 11, size: 8, setting: "9 9 9 9 9", help: "yes" })).toEqual(
      parseQuickGame({}),
    );
    expect(parseQuickGame("nonsense")).toEqual(parseQuickGame({}));
    expect(parseQuickGame({ setting: "4 4 6 2 8" }).setting).toBe("3 3 4 2 4"); // only for a larger board
  });
});
