/** Formats points in time: relative ones, and dates. */
import type { Language } from "../../generated/languages";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Times longer ago than this are formatted as dates. */
const MAX_RELATIVE = 7 * DAY;

/** Formats a past time: “5 minutes ago”, “yesterday”, and after a week the date. */
export function formatAgo(at: number, now: number, language: Language): string {
  const passed = Math.max(0, now - at);
  if (passed >= MAX_RELATIVE) {
    return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
  }
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (passed < MINUTE) return format.format(0, "second");
  if (passed < HOUR) return format.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return format.format(-Math.floor(passed / HOUR), "hour");
  return format.format(-Math.floor(passed / DAY), "day");
}

/** Formats a date and time, to the minute. */
export function formatDateTime(at: number, language: Language): string {
  const how = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(language, how).format(at);
}
