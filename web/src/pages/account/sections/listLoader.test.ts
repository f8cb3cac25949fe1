import { expect, test } from "vitest";
import { Problem } from "../../../client/api";
import { ListLoader } from "./listLoader.svelte";

test("a list is loaded again after a change, and shows why it was refused", async () => {
  const held = ["a", "b"];
  const listed = new ListLoader(async () => [...held]);
  expect(listed.rows).toBeNull();
  await listed.load();
  expect(listed.rows).toEqual(["a", "b"]);
  await listed.after(async () => void held.pop());
  expect(listed.rows).toEqual(["a"]);
  await listed.after(async () => {
    throw new Problem(404, "no_such_token", "gone");
  });
  expect(listed.problem).toBe("gone");
  expect(listed.rows).toEqual(["a"]);
});
