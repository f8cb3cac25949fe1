/** Values of measures, written short for a cell and in full beside it. */
import { tellNumber, tellShare } from "../../atlas/numberFormat";
import type { AtlasMeasure } from "../../generated/messages";

export type Kind = AtlasMeasure["kind"];

/** In a cell: shares as per cent without the sign, which the legend says. */
export function tellShort(value: number, kind: Kind, most: number): string {
  if (kind !== "number") return tellNumber(value * 100);
  return tellNumber(value, digitsOf(most));
}

export function tellFull(value: number, kind: Kind, most: number): string {
  return kind === "number" ? tellNumber(value, digitsOf(most)) : tellShare(value, 1);
}

function digitsOf(most: number): number {
  if (most < 2) return 2;
  return most < 20 ? 1 : 0;
}
