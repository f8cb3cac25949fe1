/** Best scores, one for each combination of options, as this browser stores them. */
import { readStored, writeStored } from "../../client/device/storage";
import { allChoices, type RunChoice } from "./runChoice";

const BEST_SCORES_KEY = "grav.spot.best";
/** Nobody answers so often: what is larger was not scored. */
const MAX_SCORE = 100_000;

export type Bests = Readonly<Record<string, number>>;

/** The name under which the best score of a combination is kept. */
export function scoreKey({ mode, rule, size, grade }: RunChoice): string {
  return `${mode} ${rule} ${size} ${grade}`;
}

/** The stored scores, without those of combinations that no longer exist. */
export function readBests(): Bests {
  const found = readStored(BEST_SCORES_KEY);
  if (typeof found !== "object" || found === null) return {};
  const bests: Record<string, number> = {};
  for (const choice of allChoices()) {
    const name = scoreKey(choice);
    const score: unknown = (found as Record<string, unknown>)[name];
    if (isScore(score)) bests[name] = score;
  }
  return bests;
}

/** The best of a combination; null where there is none yet. */
export function bestOf(bests: Bests, choice: RunChoice): number | null {
  return bests[scoreKey(choice)] ?? null;
}

/** Keeps the score if it is the best; says whether it is. Nothing is never the best. */
export function storeIfBest(choice: RunChoice, points: number): boolean {
  // Read anew, so that another tab's scores are not lost.
  const bests = readBests();
  if (!isScore(points) || points <= (bestOf(bests, choice) ?? 0)) return false;
  writeStored(BEST_SCORES_KEY, { ...bests, [scoreKey(choice)]: points });
  return true;
}

function isScore(found: unknown): found is number {
  return Number.isInteger(found) && (found as number) > 0 && (found as number) <= MAX_SCORE;
}
