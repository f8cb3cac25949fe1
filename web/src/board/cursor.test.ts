import { describe, expect, test } from "vitest";
import { isChooseKey, boardCentre, moveCursor, clampToBoard } from "./cursor";
import { parsePoint, pointName, type Point } from "./points";

const at = (name: string) => parsePoint(name) as Point;
const name = (point: Point | null) => point && pointName(point.column, point.row);

describe("a key moves the cursor", () => {
  test.each([
    ["c5", "ArrowLeft", "b5"],
    ["c5", "ArrowRight", "d5"],
    ["c5", "ArrowUp", "c6"],
    ["c5", "ArrowDown", "c4"],
    ["c5", "Home", "a5"],
    ["c5", "End", "i5"],
    ["c5", "PageUp", "c9"],
    ["c5", "PageDown", "c1"],
  ])("from %s by %s to %s", (from, key, to) => {
    expect(name(moveCursor(at(from), { key }, 9))).toBe(to);
  });

  test.each([
    ["a5", "ArrowLeft"],
    ["i5", "ArrowRight"],
    ["c9", "ArrowUp"],
    ["c1", "ArrowDown"],
  ])("and stops at the edge: from %s by %s", (from, key) => {
    expect(name(moveCursor(at(from), { key }, 9))).toBe(from);
  });

  test("with Ctrl, Home and End go to the first and the last point", () => {
    expect(name(moveCursor(at("c5"), { key: "Home", ctrlKey: true }, 9))).toBe("a9");
    expect(name(moveCursor(at("c5"), { key: "End", ctrlKey: true }, 9))).toBe("i1");
  });

  test("other keys, and shortcuts of the browser, do not move it", () => {
    expect(moveCursor(at("c5"), { key: "g" }, 9)).toBeNull();
    expect(moveCursor(at("c5"), { key: "ArrowLeft", altKey: true }, 9)).toBeNull();
    expect(moveCursor(at("c5"), { key: "ArrowLeft", metaKey: true }, 9)).toBeNull();
    expect(moveCursor(at("c5"), { key: "ArrowLeft", ctrlKey: true }, 9)).toBeNull();
  });
});

test("the cursor starts in the middle", () => {
  expect(name(boardCentre(3))).toBe("b2");
  expect(name(boardCentre(25))).toBe("m13");
});

test("the cursor stays within a board that became smaller", () => {
  expect(name(clampToBoard(3, at("y25")))).toBe("c3");
  expect(name(clampToBoard(9, at("c5")))).toBe("c5");
});

test("Enter and the space bar choose; a held key does so once", () => {
  expect(isChooseKey({ key: "Enter" })).toBe(true);
  expect(isChooseKey({ key: " " })).toBe(true);
  expect(isChooseKey({ key: "Enter", repeat: true })).toBe(false);
  expect(isChooseKey({ key: "Enter", ctrlKey: true })).toBe(false);
  expect(isChooseKey({ key: "g" })).toBe(false);
});
