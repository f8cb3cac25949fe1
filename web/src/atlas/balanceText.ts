/** Formats how balanced the seats are: as a sentence, or in a few words for one kind of players. */
import { say } from "../text/say.svelte";
import type { Balance, OverallBalance } from "./classifyForecast";

export function formatBalance(balance: OverallBalance): string {
  if (balance.kind === "even" || balance.kind === "depends") {
    return say(`forecast.balance_${balance.kind}`);
  }
  return say(`forecast.balance_${balance.kind}`, { place: balance.place });
}

export function formatBalanceShort(balance: Balance): string {
  if (balance.kind === "even") return say("forecast.told_even");
  return say(`forecast.told_${balance.kind}`, { place: balance.place });
}
