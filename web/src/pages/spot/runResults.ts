/** Statistics of a finished run. */
import { RULES, type RuleName } from "./runChoice";
import type { SpotAnswer } from "./run";

export interface RuleScore {
  /** Stones that broke this rule, or those that were fine. */
  readonly what: RuleName | "fine";
  readonly right: number;
  readonly total: number;
}

/** How many of each kind were answered rightly; kinds that did not come are left out. */
export function scoresByRule(answers: readonly SpotAnswer[]): readonly RuleScore[] {
  const kinds = [...RULES, "fine"] as const;
  return kinds
    .map((what) => {
      const those = answers.filter(({ spot }) =>
        what === "fine" ? spot.fine : spot.violations.includes(what),
      );
      return { what, right: those.filter((each) => each.right).length, total: those.length };
    })
    .filter((share) => share.total > 0);
}

/** In the middle of all reactions, in ms; null where there are none. */
export function medianReaction(answers: readonly SpotAnswer[]): number | null {
  const sorted = answers.map((each) => each.reaction).sort((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  return high === undefined || low === undefined ? null : (low + high) / 2;
}

/** Seconds with one decimal: `1.4`. */
export function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
