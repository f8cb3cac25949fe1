/**
 * Changes of the form that keep it consistent: choices that exclude each other cannot be combined.
 */
import { PARTS, type Edition } from "../generated/parts";
import { formatSetting } from "../client/fiveNumbers";
import { parseEdition, formatEdition } from "./editionNotation";
import { clamp } from "./numberBounds";
import {
  MIN_SEATS,
  MAX_SEATS,
  makePlace,
  type ClockChoice,
  type Enforcement,
  type TableForm,
  type Mode,
  type Place,
  type Sitter,
} from "./tableForm";
import { presetOf, type Preset } from "./presets";
import { withPreset } from "./sizeAndNumberChanges";

const HOUR = 3600;
const DAY = 24 * HOUR;
const QUICK_WINDOWS = [5, 10, 15, 30, 60, 120] as const;
const SLOW_WINDOWS = [HOUR, 6 * HOUR, 12 * HOUR, DAY, 3 * DAY] as const;

/** Returns the occupants that seats can have in this mode. */
export function sittersOf(mode: Mode): readonly Sitter[] {
  if (mode === "online") return ["me", "open", "bot", "kept"];
  return mode === "device" ? ["here", "bot"] : ["here"];
}

/** Returns the time limits for answers, beside the default; in slow games they take hours. */
export function windowsOf(clock: ClockChoice): readonly number[] {
  return clock.kind === "days" ? SLOW_WINDOWS : QUICK_WINDOWS;
}

/** Whether a table with these choices has windows. */
export function hasWindow(form: TableForm): boolean {
  return form.enforcement === "challenge";
}

/** Whether the message contains the five numbers. */
export function hasNumbers(form: TableForm): boolean {
  return form.settle === "given" || (form.settle === "agreement" && form.proposes);
}

export function withSeats(form: TableForm, wanted: number): TableForm {
  const count = clamp(wanted, MIN_SEATS, MAX_SEATS);
  const fresh = form.mode === "online" ? "open" : "here";
  const places = Array.from({ length: count }, (_, seat) => form.places[seat] ?? makePlace(fresh));
  const first = form.first !== null && form.first < count ? form.first : null;
  return { ...form, places, first };
}

/** Changes one seat; if the user takes it, their previous seat becomes open. */
export function withPlace(form: TableForm, seat: number, change: Partial<Place>): TableForm {
  const places = form.places.map((each, index): Place => {
    if (index === seat) return { ...each, ...change };
    return change.who === "me" && each.who === "me" ? { ...each, who: "open" } : each;
  });
  return { ...form, places };
}

export function withEdition(form: TableForm, edition: Edition): TableForm {
  return { ...form, edition, parts: PARTS[edition] };
}

/**
 * Applies a preset with its board and house rules; house rules of the preset before are removed.
 */
export function withPresetAndEdition(form: TableForm, preset: Preset): TableForm {
  const left = presetOf(formatSetting(form.numbers), formatEdition(form));
  const named = withPreset(form, preset);
  if (preset.edition !== undefined) return { ...named, ...parseEdition(preset.edition) };
  return left?.edition === undefined ? named : withEdition(named, form.edition);
}

/** Changes the enforcement; strict rules show all help by default, others none. */
export function withEnforcement(form: TableForm, enforcement: Enforcement): TableForm {
  const all = enforcement === "strict";
  return { ...form, enforcement, help: { legal: all, shapes: all, last: all } };
}

export function withClock(form: TableForm, change: Partial<ClockChoice>): TableForm {
  const clock = { ...form.clock, ...change };
  const fits = form.window !== null && windowsOf(clock).includes(form.window);
  return { ...form, clock, window: fits ? form.window : null };
}

/** Changes the mode, and replaces occupants that it does not allow. */
export function withMode(form: TableForm, mode: Mode): TableForm {
  const sitters = sittersOf(mode);
  const fresh = mode === "online" ? "open" : "here";
  const places = form.places.map((each) => (sitters.includes(each.who) ? each : makePlace(fresh)));
  const kind = mode !== "online" && form.clock.kind === "days" ? "none" : form.clock.kind;
  const moved = withClock({ ...form, mode, places }, { kind });
  return { ...moved, public: mode === "online" && form.public };
}
