import { describe, expect, it } from "vitest";
import { drawSpot } from "./spotDrawing";
import { BREACH, FINE } from "./spots.fixture";

describe("a position", () => {
  it("is first seen without its stone, with the one to measure from marked", () => {
    const { stones, marks } = drawSpot(FINE, "before");
    expect(stones.has("e4")).toBe(false);
    expect(marks).toEqual([{ kind: "last", at: "d5" }]);
  });

  it("has its fallen stone ringed, and shows nothing of the truth", () => {
    const { stones, marks, layers } = drawSpot(BREACH, "fallen");
    expect(stones.get("e5")).toEqual({ seat: 1 });
    expect(marks).toContainEqual({ kind: "pending", at: "e5", seat: 1 });
    expect(layers).toEqual([]);
  });

  it("is explained by drawings of all that is broken", () => {
    const { marks, layers } = drawSpot(BREACH, "explained");
    expect(layers.map((layer) => layer.kind)).toEqual(["run", "distance"]);
    expect(marks).toContainEqual({ kind: "breach", at: "c3" });
  });

  it("marks no stone to measure from where the distance does not bind", () => {
    const density = { ...FINE, rule: "density" as const };
    expect(drawSpot(density, "before").marks).toEqual([]);
  });
});
