import { expect, test } from "vitest";
import { PreviewState } from "./previewBoard.svelte";

test("stones of two colours alternate, and none is placed on another", () => {
  const preview = new PreviewState();
  preview.clear();
  expect(preview.pick("a1", false)).toBe(true);
  expect(preview.pick("a1", false)).toBe(false);
  expect(preview.pick("b2", false)).toBe(true);
  expect([...preview.stones]).toEqual([
    ["a1", { seat: 0 }],
    ["b2", { seat: 1 }],
  ]);
});

test("with confirmation, the second tap places the stone", () => {
  const preview = new PreviewState();
  preview.clear();
  expect(preview.pick("c3", true)).toBe(false);
  expect(preview.marks).toEqual([{ kind: "pending", at: "c3", seat: 0 }]);
  expect(preview.pick("d4", true)).toBe(false);
  expect(preview.pick("d4", true)).toBe(true);
  expect(preview.marks).toEqual([]);
  expect([...preview.stones.keys()]).toEqual(["d4"]);
});
