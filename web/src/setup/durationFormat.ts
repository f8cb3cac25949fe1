/** Formats durations, for terms and deadlines. */
import { LANGUAGE_TRAITS } from "../generated/languages";
import { currentLanguage } from "../text/say.svelte";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Unit = "day" | "hour" | "minute" | "second";

/**
 * From the largest: a duration is formatted in the first unit that fits, and the rest in the next.
 */
const UNITS: readonly (readonly [size: number, name: Unit])[] = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

/** Formats a duration: “2 days”, “1 hr 30 min” or “45 sec”. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms / SECOND)) * SECOND;
  const index = UNITS.findIndex(([size]) => whole >= size);
  const [size, name] = UNITS[index] ?? [SECOND, "second"];
  const first = inUnit(Math.floor(whole / size), name);
  const next = UNITS[index + 1];
  const rest = index < 0 || !next ? 0 : Math.floor((whole % size) / next[0]);
  return next && rest > 0 ? `${first} ${inUnit(rest, next[1])}` : first;
}

/** Formats the time left: to the second below an hour, else in words. */
export function formatTimeLeft(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= HOUR) return formatDuration(Math.ceil(left / MINUTE) * MINUTE);
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function inUnit(count: number, unit: Unit): string {
  const language = currentLanguage();
  const form = { style: "unit", unit, unitDisplay: "short" } as const;
  const text = new Intl.NumberFormat(language, form).format(count);
  return LANGUAGE_TRAITS[language].hasSpaceBeforeUnit ? text : text.replace(/\s/g, "");
}
