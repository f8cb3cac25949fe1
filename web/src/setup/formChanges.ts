/**
 * Changes of the form that keep it consistent, and the message that opens its table: choices that
 * exclude each other cannot be made at once.
 */
import type { Days, Fischer, NewTable, PerMove, SeatPlan } from "../generated/messages";
import { PARTS, DEFAULT_EDITION, type Edition } from "../generated/parts";
import { formatSetting } from "../client/fiveNumbers";
import { houseRulesOf, parseEdition, formatEdition } from "./editionNotation";
import { fitToBoard, clamp } from "./numberBounds";
import {
  HELPS,
  MIN_SEATS,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SEATS,
  makePlace,
  type ClockChoice,
  type Enforcement,
  type Form,
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

/** Who can sit at a table of that mode. */
export function sittersOf(mode: Mode): readonly Sitter[] {
  if (mode === "online") return ["me", "open", "bot", "kept"];
  return mode === "device" ? ["here", "bot"] : ["here"];
}

/** Times to answer a stone that can be chosen beside the usual one; answers in slow games take hours. */
export function windowsOf(clock: ClockChoice): readonly number[] {
  return clock.kind === "days" ? SLOW_WINDOWS : QUICK_WINDOWS;
}

/** Does a table with these choices have windows at all? */
export function hasWindow(form: Form): boolean {
  return form.enforcement === "challenge";
}

/** Are five numbers part of what is sent? */
export function hasNumbers(form: Form): boolean {
  return form.settle === "given" || (form.settle === "agreement" && form.proposes);
}

export function withSeats(form: Form, wanted: number): Form {
  const count = clamp(wanted, MIN_SEATS, MAX_SEATS);
  const fresh = form.mode === "online" ? "open" : "here";
  const places = Array.from({ length: count }, (_, seat) => form.places[seat] ?? makePlace(fresh));
  const first = form.first !== null && form.first < count ? form.first : null;
  return { ...form, places, first };
}

/** Changes one seat; who takes another seat leaves the one before. */
export function withPlace(form: Form, seat: number, change: Partial<Place>): Form {
  const places = form.places.map((each, index): Place => {
    if (index === seat) return { ...each, ...change };
    return change.who === "me" && each.who === "me" ? { ...each, who: "open" } : each;
  });
  return { ...form, places };
}

export function withEdition(form: Form, edition: Edition): Form {
  return { ...form, edition, parts: PARTS[edition] };
}

/** Numbers with a name, and their board. House rules that a name brings go again with it. */
export function withPresetAndEdition(form: Form, preset: Preset): Form {
  const left = presetOf(formatSetting(form.numbers), formatEdition(form));
  const named = withPreset(form, preset);
  if (preset.edition !== undefined) return { ...named, ...parseEdition(preset.edition) };
  return left?.edition === undefined ? named : withEdition(named, form.edition);
}

/** Under strict rules everything is usually shown, and otherwise nothing. */
export function withEnforcement(form: Form, enforcement: Enforcement): Form {
  const all = enforcement === "strict";
  return { ...form, enforcement, help: { legal: all, shapes: all, last: all } };
}

export function withClock(form: Form, change: Partial<ClockChoice>): Form {
  const clock = { ...form.clock, ...change };
  const fits = form.window !== null && windowsOf(clock).includes(form.window);
  return { ...form, clock, window: fits ? form.window : null };
}

/** The same table in another mode, with those who can sit there. */
export function withMode(form: Form, mode: Mode): Form {
  const sitters = sittersOf(mode);
  const fresh = mode === "online" ? "open" : "here";
  const places = form.places.map((each) => (sitters.includes(each.who) ? each : makePlace(fresh)));
  const kind = mode !== "online" && form.clock.kind === "days" ? "none" : form.clock.kind;
  const moved = withClock({ ...form, mode, places }, { kind });
  return { ...moved, public: mode === "online" && form.public };
}

/** The message that opens the table. What has its default is left out, as everywhere. */
export function newTableMessage(form: Form): NewTable {
  const clock = clockOf(form);
  const house = houseRulesOf(form);
  const help = helpOf(form);
  return {
    settings: {
      size: form.size,
      ...(form.places.length !== MIN_SEATS && { seats: form.places.length }),
      ...(form.edition !== DEFAULT_EDITION && { edition: form.edition }),
      ...(Object.keys(house).length > 0 && { house_rules: house }),
      ...(form.enforcement !== "challenge" && { enforcement: form.enforcement }),
      ...(form.first !== null && { first: form.first }),
      ...(form.settle !== "given" && { settle: form.settle }),
      ...(hasNumbers(form) && { setting: formatSetting(fitToBoard(form.numbers, form.size)) }),
      ...(clock !== null && { clock }),
      ...(form.window !== null && hasWindow(form) && { window: form.window }),
      ...(help !== null && { help }),
      ...(form.public && form.mode === "online" && { public: true }),
      ...(form.mode !== "online" && { mode: form.mode }),
    },
    seats: form.places.map((each) => seatPlan(each)),
  };
}

function clockOf(form: Form): Fischer | PerMove | Days | null {
  const { kind, minutes, increment, seconds, days } = form.clock;
  if (kind === "fischer") {
    return { kind, seconds: minutes * 60, ...(increment > 0 && { increment }) };
  }
  if (kind === "per_move") return { kind, seconds };
  return kind === "days" && form.mode === "online" ? { kind, days } : null;
}

/** null: as is usual under that enforcement. */
function helpOf(form: Form): readonly (typeof HELPS)[number][] | null {
  const chosen = HELPS.filter((kind) => form.help[kind]);
  const usual = form.enforcement === "strict" ? HELPS.length : 0;
  return chosen.length === usual ? null : chosen;
}

/** A seat that is kept for nobody is open; one on this device without a name has none. */
function seatPlan({ who, level, name }: Place): SeatPlan {
  const given = name.trim();
  if (who === "me") return { me: true };
  if (who === "bot") return { level };
  if (who === "kept" && given !== "") return { invite: cut(given, MAX_NAME_LENGTH) };
  if (who === "here" && given !== "") return { label: cut(given, MAX_LABEL_LENGTH) };
  return {};
}

/** By whole characters, as the server counts them. */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}
