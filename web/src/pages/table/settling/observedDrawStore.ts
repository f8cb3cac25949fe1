/** What this browser saw of draws is kept, so that a page that is loaded anew can still compare. */
import type { Witness } from "../../../client/draw/observedDraw";

const PLACE = "grav.witnesses";
const MOST_KEPT = 30;

type Kept = readonly (readonly [table: string, witness: Witness])[];

export function keepWitness(table: string, witness: Witness): void {
  const others = read().filter(([each]) => each !== table);
  try {
    const kept = [...others, [table, witness] as const].slice(-MOST_KEPT);
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing can compare only until the page is closed.
  }
}

export function keptWitness(table: string): Witness | null {
  return read().find(([each]) => each === table)?.[1] ?? null;
}

function read(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Another version, or somebody by hand, may have written otherwise. */
function isEntry(value: unknown): value is Kept[number] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const { commitment, shares } = (value[1] ?? {}) as { commitment?: unknown; shares?: unknown };
  return typeof commitment === "string" && Array.isArray(shares);
}
