/** Formats values of measures: short in a cell, in full beside it. */
import { formatNumber, formatPercent } from "../../atlas/numberFormat";
import type { AtlasMeasure } from "../../generated/messages";

export type MeasureKind = AtlasMeasure["kind"];

/** Formats a value for a cell: shares as percentages without the sign, which the legend has. */
export function formatShort(value: number, kind: MeasureKind, most: number): string {
  if (kind !== "number") return formatNumber(value * 100);
  return formatNumber(value, digitsOf(most));
}

export function formatFull(value: number, kind: MeasureKind, most: number): string {
  return kind === "number" ? formatNumber(value, digitsOf(most)) : formatPercent(value, 1);
}

function digitsOf(most: number): number {
  if (most < 2) return 2;
  return most < 20 ? 1 : 0;
}
