/** The terms of a table in words; sitting down means to agree to them. */
import { withDefaults, helpOf, windowOf, type FullSettings } from "../client/tableSettings";
import type { HouseRules, Settings } from "../generated/messages";
import { say, type TextKey } from "../text/say.svelte";
import { formatDuration } from "./durationFormat";
import { PART_NAMES, partValueSentence } from "./editionParts";

export interface Term {
  readonly label: TextKey;
  /** One sentence each. */
  readonly lines: readonly string[];
  /** The five numbers, shown as tiles. */
  readonly setting?: string;
}

/** `you`: the seats of the reader. */
export function tableTerms(settings: Settings, you: readonly number[]): readonly Term[] {
  const all = withDefaults(settings);
  const terms: Term[] = [
    { label: "room.term_board", lines: [say("room.board_size", { size: all.size })] },
    numbersTerm(all),
    { label: "room.term_rules", lines: [say(`room.enforcement_${all.enforcement}`)] },
    { label: "room.term_help", lines: [formatHelp(all)] },
    { label: "room.term_clock", lines: formatClock(all) },
    { label: "room.term_first", lines: [formatFirst(all, you)] },
    { label: "room.term_edition", lines: [say(`parts.edition_term_${all.edition}`)] },
  ];
  const house = formatHouseRules(all.house_rules);
  if (house.length > 0) terms.push({ label: "room.term_house", lines: house });
  terms.push({ label: "room.term_listed", lines: [formatListed(all)] });
  return terms;
}

function numbersTerm(settings: FullSettings): Term {
  const label = "room.term_numbers";
  const lines = [
    settings.settle === "agreement" && settings.setting !== null
      ? say("room.numbers_agreement_from")
      : say(`room.numbers_${settings.settle}`),
  ];
  return settings.setting === null ? { label, lines } : { label, lines, setting: settings.setting };
}

function formatHelp(settings: FullSettings): string {
  const shown = helpOf(settings);
  if (shown.length === 0) return say("room.help_none");
  return say("room.help_some", { kinds: shown.map((kind) => say(`room.help_${kind}`)) });
}

function formatClock(settings: FullSettings): readonly string[] {
  const lines = [formatTimeControl(settings.clock)];
  if (settings.enforcement === "strict") return lines;
  const seconds = windowOf(settings);
  if (seconds !== null) {
    lines.push(say("room.window_time", { time: formatDuration(seconds * 1000) }));
  }
  return lines;
}

function formatTimeControl(clock: FullSettings["clock"]): string {
  switch (clock?.kind) {
    case undefined:
      return say("room.clock_none");
    case "fischer": {
      const time = formatDuration(clock.seconds * 1000);
      const increment = clock.increment ?? 0;
      if (increment === 0) return say("room.clock_game", { time });
      return say("room.clock_fischer", { time, increment: formatDuration(increment * 1000) });
    }
    case "per_move":
      return say("room.clock_per_move", { time: formatDuration(clock.seconds * 1000) });
    case "days":
      return say("room.clock_days", { count: clock.days });
  }
}

function formatFirst(settings: FullSettings, you: readonly number[]): string {
  if (settings.first === null) return say("room.first_anyone");
  if (you.length === 1 && you[0] === settings.first) return say("room.first_you");
  return say("room.first_seat", { seat: settings.first + 1 });
}

/** Formats the house rules, one sentence each. */
export function formatHouseRules(house: HouseRules): readonly string[] {
  return PART_NAMES.flatMap((name) => {
    const value = house[name];
    return value === undefined ? [] : [partValueSentence(name, value)];
  });
}

function formatListed(settings: FullSettings): string {
  if (settings.mode !== "online") return say(`room.listed_${settings.mode}`);
  return say(settings.public ? "room.listed_public" : "room.listed_link");
}
