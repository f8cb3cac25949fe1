import { expect, test } from "vitest";
import { routeOf } from "./routes";

test.each([
  ["/", "", { page: "home" }],
  ["/new", "", { page: "new" }],
  ["/atlas", "?size=9", { page: "atlas" }],
  ["/table/abc", "", { page: "table", table: "abc" }],
  ["/table", "", { page: "missing" }],
  ["/review", "", { page: "review", table: null, move: null }],
  ["/review/abc", "?move=12", { page: "review", table: "abc", move: 12 }],
  ["/review/abc", "?move=x", { page: "review", table: "abc", move: null }],
  ["/learn/shapes", "", { page: "learn", lesson: "shapes" }],
  ["/spot/more", "", { page: "missing" }],
  ["/a/b/c", "", { page: "missing" }],
])("%s%s", (path, query, expected) => {
  expect(routeOf(path, query)).toEqual(expected);
});
