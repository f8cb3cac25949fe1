import { expect, test } from "vitest";
import { setTabTitle, setTabTitlePrefix } from "./tabTitle";

test("a new title keeps the prefix, which can be removed alone", () => {
  setTabTitle("Grav");
  setTabTitlePrefix("● Your turn · ");
  expect(document.title).toBe("● Your turn · Grav");
  setTabTitle("Rules");
  expect(document.title).toBe("● Your turn · Rules");
  setTabTitlePrefix("");
  expect(document.title).toBe("Rules");
});
