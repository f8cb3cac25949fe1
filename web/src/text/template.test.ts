import { describe, expect, test } from "vitest";
import cases from "../../../tests/data/text/places.json";
import { fillTemplate, type Values } from "./template";

const CASES = cases as unknown as readonly { text: string; values: Values; told: string }[];

describe("placeholders are filled as on the server", () => {
  test.each(CASES)("$text", ({ text, values, told }) => {
    expect(fillTemplate(text, values)).toBe(told);
  });

  test("a placeholder without a value is an error", () => {
    expect(() => fillTemplate("{name}", {})).toThrow("no value for {name}");
  });
});
