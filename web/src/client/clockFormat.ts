/** Formats game clocks. Only the server decides whose time is out. */
import type { ClockShown } from "../generated/messages";
import { LANGUAGE_TRAITS, type Language } from "../generated/languages";
import { currentLanguage } from "../text/say.svelte";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths of a second are shown. */
const TENTHS_BELOW = 10 * SECOND;

/** Milliseconds that a seat has left at a time of the server, at least 0. */
export function timeLeftOnClock(clock: ClockShown, seat: number, serverTime: number): number {
  const spent = clock.running === seat ? Math.max(0, serverTime - clock.since) : 0;
  return Math.max(0, (clock.left[seat] ?? 0) - spent);
}

/** `0:09.3`, `4:12`, `1:04:12`, and days as the language writes them: `2d 5h`, `2 日 5 時間`. */
export function formatClockTime(ms: number, language: Language = currentLanguage()): string {
  const left = Math.max(0, ms);
  if (left >= DAY) {
    const hours = Math.floor((left % DAY) / HOUR);
    return `${unit(Math.floor(left / DAY), "day", language)} ${unit(hours, "hour", language)}`;
  }
  const seconds = pad(Math.floor((left % MINUTE) / SECOND));
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${pad(minutes)}:${seconds}`;
  const tenths = left < TENTHS_BELOW ? `.${Math.floor((left % SECOND) / 100)}` : "";
  return `${minutes}:${seconds}${tenths}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function unit(value: number, name: "day" | "hour", language: Language): string {
  const unitDisplay = LANGUAGE_TRAITS[language].clockUnits;
  const form = { style: "unit", unit: name, unitDisplay } as const;
  return new Intl.NumberFormat(language, form).format(value);
}
