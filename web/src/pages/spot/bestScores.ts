/** Best scores, one for each combination of options, as this browser stores them. */
import { readStored, writeStored } from "../../client/device/storage";
import { allChoices, type RunChoice } from "./runChoice";

const BEST_SCORES_KEY = "grav.spot.best";
/** The maximum plausible score; larger stored values are invalid. */
const MAX_SCORE = 100_000;

export type Bests = Readonly<Record<string, number>>;

/** Returns the storage key of a combination. */
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

/** Returns the best score of a combination; null if there is none. */
export function bestOf(bests: Bests, choice: RunChoice): number | null {
  return bests[scoreKey(choice)] ?? null;
}

/** Stores a score if it is the best, and returns whether it is. Zero never is. */
export function storeIfBest(choice: RunChoice, points: number): boolean {
  // Reads the stored scores again, so that another tab's are not lost.
  const bests = readBests();
  if (!isScore(points) || points <= (bestOf(bests, choice) ?? 0)) return false;
  writeStored(BEST_SCORES_KEY, { ...bests, [scoreKey(choice)]: points });
  return true;
}

function isScore(found: unknown): found is number {
  return Number.isInteger(found) && (found as number) > 0 && (found as number) <= MAX_SCORE;
}
