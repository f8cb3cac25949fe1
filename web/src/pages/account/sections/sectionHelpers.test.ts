/** The small things of the account page: browsers, times, scopes, lists. */
import { expect, test } from "vitest";
import { Problem } from "../../../client/api";
import { parseUserAgent } from "./userAgent";
import { ListLoader } from "./listLoader.svelte";
import { parseScopes, toggleScope } from "./scopeSelection";
import { formatAgo } from "../timeFormat";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome",
    "macOS",
  ],
])("a browser is known among those that it claims to be", (agent, browser, system) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system });
});

test("a program that is no browser is not guessed at", () => {
  expect(parseUserAgent("python-httpx/0.28.1")).toBeNull();
  expect(parseUserAgent("")).toBeNull();
});

const MINUTE = 60_000;
test.each([
  [10_000, "now", "지금"],
  [-5000, "now", "지금"], // by a clock that is behind the server's
  [5 * MINUTE, "5 minutes ago", "5분 전"],
  [3 * 60 * MINUTE, "3 hours ago", "3시간 전"],
  [25 * 60 * MINUTE, "yesterday", "어제"],
])("%i ms ago", (passed, english, korean) => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(formatAgo(now - passed, now, "en")).toBe(english);
  expect(formatAgo(now - passed, now, "ko")).toBe(korean);
});

test("long ago is a date", () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(formatAgo(now - 30 * 24 * 60 * MINUTE, now, "en")).toBe("Oct 16, 2026");
});

test("scopes are switched on and off, in their own order", () => {
  expect(toggleScope("", "read")).toBe("read");
  expect(toggleScope("read", "play")).toBe("play read");
  expect(toggleScope("play read", "read")).toBe("play");
  expect(parseScopes("read nonsense")).toEqual(["read"]);
});

test("a list is fetched again after a change, and says why it was refused", async () => {
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
