/** Formats numbers and percentages in the user's language. */
import { currentLanguage } from "../text/say.svelte";

export function formatPercent(share: number, digits = 0): string {
  const form = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(currentLanguage(), form as Intl.NumberFormatOptions).format(share);
}

export function formatNumber(value: number, digits = 0): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(currentLanguage(), form).format(value);
}
