import { expect, test } from "vitest";
import { pickLanguage } from "./pickLanguage";

test("the first supported language is picked", () => {
  expect(pickLanguage([null, "fr-FR", "ko-KR", "en"])).toBe("ko");
  expect(pickLanguage(["ja"])).toBe("ja");
  expect(pickLanguage(["EN_gb"])).toBe("en");
});

test("without a supported language it is English", () => {
  expect(pickLanguage([])).toBe("en");
  expect(pickLanguage(["de", ""])).toBe("en");
});
