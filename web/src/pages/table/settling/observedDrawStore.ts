/** Stores observed draws in this browser, so that a reloaded page can still compare them. */
import type { ObservedDraw } from "../../../client/draw/observedDraw";

const STORAGE_KEY = "grav.witnesses";
const MAX_STORED = 30;

type StoredDraws = readonly (readonly [table: string, observed: ObservedDraw])[];

export function storeObservedDraw(table: string, observed: ObservedDraw): void {
  const others = readAll().filter(([each]) => each !== table);
  try {
    const latest = [...others, [table, observed] as const].slice(-MAX_STORED);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(latest));
  } catch {
    // Without storage, draws can be compared only until the page is closed.
  }
}

export function loadObservedDraw(table: string): ObservedDraw | null {
  return readAll().find(([each]) => each === table)?.[1] ?? null;
}

function readAll(): StoredDraws {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Validates an entry: another version may have stored it, or it was edited by hand. */
function isEntry(value: unknown): value is StoredDraws[number] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const { commitment, shares } = (value[1] ?? {}) as { commitment?: unknown; shares?: unknown };
  return typeof commitment === "string" && Array.isArray(shares);
}
