import { expect, it } from "vitest";
import { parseTableLink } from "./parseTableLink";

it.each([
  ["T5nUd6WKef96", "T5nUd6WKef96"],
  ["  T5nUd6WKef96\n", "T5nUd6WKef96"],
  ["/table/T5nUd6WKef96", "T5nUd6WKef96"],
  ["https://grav.example/table/a-b_c?lang=ko", "a-b_c"],
  ["Come and play: http://127.0.0.1:8000/table/T5nUd6WKef96.", "T5nUd6WKef96"],
])("%j is the table %s", (pasted, table) => {
  expect(parseTableLink(pasted)).toBe(table);
});

it.each(["", "https://grav.example/", "/table/", "two words", "/table/much-too-long-for-a-table"])(
  "%j is none",
  (pasted) => {
    expect(parseTableLink(pasted)).toBeNull();
  },
);
