import { expect, test } from "vitest";
import { keepIdentity } from "./stableIdentity";

interface Thing {
  readonly at: string;
  readonly seat: number;
}

const thing = (at: string, seat = 0): Thing => ({ at, seat });

test("what comes again as it was is what it was", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const first = same([thing("a1"), thing("b2", 1)]);
  expect(same([thing("a1"), thing("b2", 1)])).toBe(first);
});

test("of what changes, only that is new", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const [a, b] = same([thing("a1"), thing("b2")]);
  const next = same([thing("a1"), thing("b2", 3), thing("c3")]);
  expect(next).toEqual([thing("a1"), thing("b2", 3), thing("c3")]);
  expect(next[0]).toBe(a);
  expect(next[1]).not.toBe(b);
  expect(same([thing("b2", 3)])).toEqual([thing("b2", 3)]);
  expect(same([])).toEqual([]);
});

test("another order is another list of the same things", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const first = same([thing("a1"), thing("b2")]);
  const turned = same([thing("b2"), thing("a1")]);
  expect(turned).not.toBe(first);
  expect(turned[0]).toBe(first[1]);
});
