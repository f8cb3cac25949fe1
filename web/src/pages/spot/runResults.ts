/** Statistics of a finished run. */
import { RULES, type RuleName } from "./runChoice";
import type { SpotAnswer } from "./run";

export interface RuleScore {
  /** The broken rule; `fine`: legal stones. */
  readonly what: RuleName | "fine";
  readonly right: number;
  readonly total: number;
}

/** Returns the number of right answers by kind of stone; kinds that did not occur are left out. */
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

/** Returns the median reaction in milliseconds; null if there are no answers. */
export function medianReaction(answers: readonly SpotAnswer[]): number | null {
  const sorted = answers.map((each) => each.reaction).sort((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  return high === undefined || low === undefined ? null : (low + high) / 2;
}

/** Formats seconds with one decimal: `1.4`. */
export function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
