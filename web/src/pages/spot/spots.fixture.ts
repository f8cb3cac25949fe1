/** For tests: positions as the server sends them. */
import type { SpotShown } from "../../generated/messages";

export const FINE: SpotShown = {
  rules: {},
  setting: "3 3 4 2 5",
  rule: null,
  grade: "medium",
  board: ["...1.", ".....", "1.0..", ".....", "0...."],
  stone: { by: 0, at: "e4" },
  last: "d5",
  fine: true,
  violations: [],
  breaches: [],
  seen: null,
};

/** It breaks continuity at interval 2, and is too far from the last stone. */
export const BREACH: SpotShown = {
  ...FINE,
  setting: "2 3 4 1 2",
  stone: { by: 1, at: "e5" },
  last: "a3",
  fine: false,
  violations: ["continuity", "distance"],
  breaches: [
    { rule: "continuity", interval: 2, points: ["a1", "c3", "e5"], limit: 2 },
    { rule: "distance", distance: 6, from: "a3", least: 1, most: 2 },
  ],
  seen: 0.7,
};
