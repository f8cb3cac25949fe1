/** Prospects as table rows: one row for each measure, with a cell for each list of cards. */
import type { ProspectShown, Span } from "../generated/messages";
import { say } from "../text/say.svelte";
import { formatNumber, formatPercent } from "./numberFormat";

export interface ProspectCell {
  readonly middle: string;
  /** null if both ends of the range are formatted alike. */
  readonly range: string | null;
}

export interface ProspectRow {
  readonly name: string;
  /** A cell is null if its prospect lacks the measure. */
  readonly cells: readonly (ProspectCell | null)[];
}

interface Shown {
  readonly name: "length" | "fill" | "prospect_chain" | "prospect_sight";
  readonly span: (prospect: ProspectShown) => Span | null | undefined;
  readonly tell: (value: number) => string;
}

const SHOWN: readonly Shown[] = [
  {
    name: "length",
    span: ({ measures }) => measures["length"],
    tell: (value) => formatNumber(value),
  },
  { name: "fill", span: ({ measures }) => measures["fill"], tell: (value) => formatPercent(value) },
  {
    name: "prospect_chain",
    span: ({ measures }) => measures["chain_share"],
    tell: (value) => formatPercent(value),
  },
  {
    name: "prospect_sight",
    span: (prospect) => prospect.harder_than,
    tell: (value) => score(value),
  },
];

/** Returns the rows of all measures that at least one prospect has. */
export function prospectRows(prospects: readonly ProspectShown[]): readonly ProspectRow[] {
  return SHOWN.map(({ name, span, tell }) => ({
    name: say(`forecast.${name}`),
    cells: prospects.map((prospect) => cellOf(span(prospect), tell)),
  })).filter(({ cells }) => cells.some((cell) => cell !== null));
}

function cellOf(
  span: Span | null | undefined,
  tell: (value: number) => string,
): ProspectCell | null {
  if (!span) return null;
  const [low, high] = [tell(span.low), tell(span.high)];
  return {
    middle: tell(span.middle),
    range: low === high ? null : `${low}–${high}`,
  };
}

/** Formats the difficulty as forecasts do: the percentage of settings that are easier to see. */
function score(share: number): string {
  return formatNumber(Math.round(share * 100));
}
