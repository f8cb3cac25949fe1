/** Keeps the identity of equal objects between updates, so that only what changed is rendered again. */

/**
 * Returns a function that replaces each item by the equal one of the previous call, and the whole
 * list if all are equal.
 */
export function keepIdentity<Thing extends object>(
  key: (thing: Thing) => string,
): (things: readonly Thing[]) => readonly Thing[] {
  let before: readonly Thing[] = [];
  let known = new Map<string, Thing>();
  return (things) => {
    const now = things.map((thing) => {
      const old = known.get(key(thing));
      return old && isAlike(old, thing) ? old : thing;
    });
    if (now.length === before.length && now.every((thing, index) => thing === before[index])) {
      return before;
    }
    before = now;
    known = new Map(now.map((thing) => [key(thing), thing]));
    return now;
  };
}

/** Whether two items have equal fields; both have the same type. */
function isAlike<Thing extends object>(one: Thing, other: Thing): boolean {
  for (const field in one) if (one[field] !== other[field]) return false;
  return true;
}
