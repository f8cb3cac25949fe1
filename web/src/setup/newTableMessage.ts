/** The message that opens the table of a form. */
import type { Days, Fischer, NewTable, PerMove, SeatPlan } from "../generated/messages";
import { DEFAULT_EDITION } from "../generated/parts";
import { formatSetting } from "../client/fiveNumbers";
import { houseRulesOf } from "./editionNotation";
import { fitToBoard } from "./numberBounds";
import {
  HELPS,
  MIN_SEATS,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  type TableForm,
  type Place,
} from "./tableForm";
import { hasNumbers, hasWindow } from "./formChanges";

/** Returns the message that opens the table, without default values. */
export function newTableMessage(form: TableForm): NewTable {
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

function clockOf(form: TableForm): Fischer | PerMove | Days | null {
  const { kind, minutes, increment, seconds, days } = form.clock;
  if (kind === "fischer") {
    return { kind, seconds: minutes * 60, ...(increment > 0 && { increment }) };
  }
  if (kind === "per_move") return { kind, seconds };
  return kind === "days" && form.mode === "online" ? { kind, days } : null;
}

/** Returns the chosen help; null if it is the default under that enforcement. */
function helpOf(form: TableForm): readonly (typeof HELPS)[number][] | null {
  const chosen = HELPS.filter((kind) => form.help[kind]);
  const usual = form.enforcement === "strict" ? HELPS.length : 0;
  return chosen.length === usual ? null : chosen;
}

/**
 * Returns the plan of a seat; one reserved for nobody is open, and one on this device may have no
 * name.
 */
function seatPlan({ who, level, name }: Place): SeatPlan {
  const given = name.trim();
  if (who === "me") return { me: true };
  if (who === "bot") return { level };
  if (who === "kept" && given !== "") return { invite: cut(given, MAX_NAME_LENGTH) };
  if (who === "here" && given !== "") return { label: cut(given, MAX_LABEL_LENGTH) };
  return {};
}

/** Cuts a text by code points, as the server counts them. */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}
