import { describe, expect, it } from "vitest";
import { drawSpot } from "./spotDrawing";
import { BREACH, FINE } from "./spots.fixture";

describe("a position", () => {
  it("is first shown without its stone; the stone that the distance is measured from is marked", () => {
    const { stones, marks } = drawSpot(FINE, "before");
    expect(stones.has("e4")).toBe(false);
    expect(marks).toEqual([{ kind: "last", at: "d5" }]);
  });

  it("then rings the fallen stone, and reveals no breach", () => {
    const { stones, marks, layers } = drawSpot(BREACH, "fallen");
    expect(stones.get("e5")).toEqual({ seat: 1 });
    expect(marks).toContainEqual({ kind: "pending", at: "e5", seat: 1 });
    expect(layers).toEqual([]);
  });

  it("is explained by drawings of all breaches", () => {
    const { marks, layers } = drawSpot(BREACH, "explained");
    expect(layers.map((layer) => layer.kind)).toEqual(["run", "distance"]);
    expect(marks).toContainEqual({ kind: "breach", at: "c3" });
  });

  it("marks no stone to measure from if the distance rule does not bind", () => {
    const density = { ...FINE, rule: "density" as const };
    expect(drawSpot(density, "before").marks).toEqual([]);
  });
});
