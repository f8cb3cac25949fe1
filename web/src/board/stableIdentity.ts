/** Keeps the identity of equal objects between updates, so that only what changed is rendered again. */

/** Remembers the things of before: those that are as they were are given back, all of them or each. */
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

/** Things of one kind have the same fields. */
function isAlike<Thing extends object>(one: Thing, other: Thing): boolean {
  for (const field in one) if (one[field] !== other[field]) return false;
  return true;
}
