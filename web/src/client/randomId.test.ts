import { expect, test } from "vitest";
import { randomId, randomShare } from "./randomId";

test("shares and ids are new each time, and of the length that the server expects", () => {
  expect(randomShare()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(Array.from({ length: 50 }, randomId)).size).toBe(50);
});
