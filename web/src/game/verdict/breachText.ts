/** Formats breaches as sentences. */
import type { TextKey } from "../../text/say.svelte";

export type Say = (
  key: TextKey,
  values?: Readonly<Record<string, string | number | readonly (string | number)[]>>,
) => string;

type Breach = Readonly<Record<string, unknown>>;

/** Formats one breach; null if this client does not know its rule. */
function formatBreach(breach: Breach, say: Say): string | null {
  const number = (name: string): number => Number(breach[name]);
  switch (breach["rule"]) {
    case "continuity": {
      const points = (breach["points"] as readonly string[] | undefined) ?? [];
      return say("breach.continuity", {
        count: points.length,
        interval: number("interval"),
        points,
        limit: number("limit"),
      });
    }
    case "density":
      return say("breach.density", {
        count: number("count"),
        corner: String(breach["square"]),
        limit: number("limit"),
      });
    case "distance":
      return say("breach.distance", {
        distance: number("distance"),
        origin: String(breach["from"]),
        least: number("least"),
        most: number("most"),
      });
    default:
      return null;
  }
}

/** Formats all breaches, one after the other. */
export function formatBreaches(breaches: readonly Breach[], say: Say): string {
  const texts = breaches.map((each) => formatBreach(each, say)).filter((text) => text !== null);
  return texts.length === 0
    ? ""
    : texts.reduceRight((rest, first) => say("breach.and", { first, rest }));
}
