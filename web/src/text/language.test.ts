import { expect, test } from "vitest";
import { languageOf } from "./language";

test("the first wish that can be met is met", () => {
  expect(languageOf([null, "fr-FR", "ko-KR", "en"])).toBe("ko");
  expect(languageOf(["ja"])).toBe("ja");
  expect(languageOf(["EN_gb"])).toBe("en");
});

test("where none can be met it is English", () => {
  expect(languageOf([])).toBe("en");
  expect(languageOf(["de", ""])).toBe("en");
});
