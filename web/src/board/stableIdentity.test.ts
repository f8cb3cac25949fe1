import { expect, test } from "vitest";
import { keepIdentity } from "./stableIdentity";

interface Thing {
  readonly at: string;
  readonly seat: number;
}

const thing = (at: string, seat = 0): Thing => ({ at, seat });

test("an equal list is the same object", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const first = same([thing("a1"), thing("b2", 1)]);
  expect(same([thing("a1"), thing("b2", 1)])).toBe(first);
});

test("only changed items are new objects", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const [a, b] = same([thing("a1"), thing("b2")]);
  const next = same([thing("a1"), thing("b2", 3), thing("c3")]);
  expect(next).toEqual([thing("a1"), thing("b2", 3), thing("c3")]);
  expect(next[0]).toBe(a);
  expect(next[1]).not.toBe(b);
  expect(same([thing("b2", 3)])).toEqual([thing("b2", 3)]);
  expect(same([])).toEqual([]);
});

test("another order is a new list of the same items", () => {
  const same = keepIdentity<Thing>(({ at }) => at);
  const first = same([thing("a1"), thing("b2")]);
  const turned = same([thing("b2"), thing("a1")]);
  expect(turned).not.toBe(first);
  expect(turned[0]).toBe(first[1]);
});
