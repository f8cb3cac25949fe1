import { expect, test } from "vitest";
import { formatAgo } from "./timeFormat";

const MINUTE = 60_000;

test.each([
  [10_000, "now", "지금"],
  [-5000, "now", "지금"], // the client's clock is behind the server's
  [5 * MINUTE, "5 minutes ago", "5분 전"],
  [3 * 60 * MINUTE, "3 hours ago", "3시간 전"],
  [25 * 60 * MINUTE, "yesterday", "어제"],
])("%i ms ago", (passed, english, korean) => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(formatAgo(now - passed, now, "en")).toBe(english);
  expect(formatAgo(now - passed, now, "ko")).toBe(korean);
});

test("after a week it is a date", () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(formatAgo(now - 30 * 24 * 60 * MINUTE, now, "en")).toBe("Oct 16, 2026");
});
