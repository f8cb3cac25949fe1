import { expect, test } from "vitest";
import { parseScopes, toggleScope } from "./scopeSelection";

test("scopes are switched on and off, and stay in a fixed order", () => {
  expect(toggleScope("", "read")).toBe("read");
  expect(toggleScope("read", "play")).toBe("play read");
  expect(toggleScope("play read", "read")).toBe("play");
  expect(parseScopes("read nonsense")).toEqual(["read"]);
});
