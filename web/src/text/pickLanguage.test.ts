import { expect, test } from "vitest";
import { pickLanguage } from "./pickLanguage";

test("the first wish that can be met is met", () => {
  expect(pickLanguage([null, "fr-FR", "ko-KR", "en"])).toBe("ko");
  expect(pickLanguage(["ja"])).toBe("ja");
  expect(pickLanguage(["EN_gb"])).toBe("en");
});

test("where none can be met it is English", () => {
  expect(pickLanguage([])).toBe("en");
  expect(pickLanguage(["de", ""])).toBe("en");
});
