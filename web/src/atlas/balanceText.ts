/** Formats who wins among players who think, or that it is not known. */
import type { ThinkersShown } from "../generated/messages";
import { say } from "../text/say.svelte";
import { formatNumber, formatPercent } from "./numberFormat";

export function formatBalance(thinkers: ThinkersShown | null): string {
  if (thinkers === null) return say("forecast.balance_unknown");
  const { here, enough, mostly, measured, decided, even } = thinkers;
  if (here === null && !enough) return say("forecast.balance_few");
  if (here === null) return say(`forecast.balance_board_${mostly}`, { measured, decided, even });
  return say(`forecast.balance_${here.balance}`, {
    place: here.place,
    share: formatPercent(here.wins.value ?? 0),
    error: formatPercent(here.wins.error ?? 0),
    games: formatNumber(here.games),
  });
}
