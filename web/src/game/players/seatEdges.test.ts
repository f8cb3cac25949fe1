import { expect, test } from "vitest";
import { edgesOf, seatsAt } from "./seatEdges";

test("the seats go clockwise around the device, each at an edge", () => {
  expect(edgesOf(2, false)).toEqual(["bottom", "top"]);
  for (const seats of [2, 3, 4, 5, 6]) {
    for (const isNarrow of [true, false]) {
      const edges = edgesOf(seats, isNarrow);
      const around = (["bottom", "left", "top", "right"] as const).flatMap((edge) => {
        const shown = seatsAt(edge, edges);
        return edge === "bottom" || edge === "left" ? [...shown].reverse() : shown;
      });
      expect(around).toEqual(Array.from({ length: seats }, (_, seat) => seat));
    }
  }
  expect(edgesOf(5, true).filter((edge) => edge === "bottom")).toHaveLength(3);
});
