import { expect, test } from "vitest";
import { withSize } from "../../../setup/sizeAndNumberChanges";
import { setupFromQuery, matchingPreset, setupRules, defaultSetup } from "./studySetup";

test("a board is sent with numbers that fit it", () => {
  const setup = withSize(defaultSetup(), 3);
  expect(setupRules(setup)).toMatchObject({ size: 3, players: 2, a: 3, b: 3, first: 0 });
  expect(
    setupRules({ ...setup, size: 3, numbers: { a: 3, b: 9, c: 99, d: 2, e: 4 } }),
  ).toMatchObject({
    b: 3,
    c: 9,
  });
  expect(matchingPreset(defaultSetup())?.id).toBe("first");
  expect(matchingPreset(withSize(defaultSetup(), 8))).toBeNull();
});

test("the address determines the board and its house rules", () => {
  const asked = setupFromQuery("?setting=4+2+3+2+6&size=9&players=3&edition=revised+min_shape%3D6");
  expect(asked && setupRules(asked)).toMatchObject({
    ...{ size: 9, players: 3, a: 4, b: 2, c: 3, d: 2, e: 6 },
    ...{ edition: "revised", min_shape: 6 },
  });
  expect(setupFromQuery("?move=3")).toBeNull();
});
