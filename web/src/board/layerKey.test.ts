import { expect, test } from "vitest";
import { layerKey, uniqueByKey } from "./layerKey";

test("different layers have different keys, and equal ones are drawn once", () => {
  const run = { kind: "run", points: ["a1", "b2"] } as const;
  const shape = { kind: "shape", points: ["a1", "b2"] } as const;
  const square = { kind: "square", corner: "a1", side: 3 } as const;
  const distance = { kind: "distance", from: "a1", to: "c5" } as const;
  const layers = [run, shape, square, distance, { ...run }];
  expect(uniqueByKey(layers, layerKey).map(([, layer]) => layer)).toHaveLength(4);
});
