import { expect, test } from "vitest";
import { setTabTitle, setTabTitlePrefix } from "./tabTitle";

test("a new title has the prefix, which goes alone", () => {
  setTabTitle("Grav");
  setTabTitlePrefix("● Your turn · ");
  expect(document.title).toBe("● Your turn · Grav");
  setTabTitle("Rules");
  expect(document.title).toBe("● Your turn · Rules");
  setTabTitlePrefix("");
  expect(document.title).toBe("Rules");
});
