/** The photo finish: a race of shouts as bars, by the reactions that the server measured. */
import type { RaceDecided } from "../../generated/messages";

export interface Bar {
  readonly seat: number;
  readonly place: number;
  /** The reaction that counted, in milliseconds. */
  readonly used: number;
  readonly elapsed: number;
  readonly roundTrip: number | null;
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  readonly won: boolean;
  readonly tied: boolean;
}

export interface PhotoFinishChart {
  readonly bars: readonly Bar[];
  /** The tie band, from 0 to 1; null if no shouts are tied. */
  readonly band: { readonly from: number; readonly to: number } | null;
}

/**
 * Minimum milliseconds between the start of the axis and the quickest shout: close shouts are
 * enlarged.
 */
const MIN_LEAD_MS = 60;

/**
 * Returns the chart; null for a single shout, and for sealed answers, which have no reaction times.
 */
export function photoFinishOf(race: RaceDecided | null): PhotoFinishChart | null {
  if (race === null || race.sealed || race.entries.length < 2) return null;
  const times = race.entries.map(({ used }) => used);
  const [quickest, slowest] = [Math.min(...times), Math.max(...times)];
  const start = Math.max(0, quickest - Math.max(MIN_LEAD_MS, slowest - quickest));
  const share = (used: number): number => (used - start) / Math.max(1, slowest - start);
  const bars = race.entries.map((entry, index) => ({
    seat: entry.seat,
    place: index + 1,
    used: entry.used,
    elapsed: entry.elapsed,
    roundTrip: entry.round_trip,
    share: share(entry.used),
    won: entry.seat === race.winner,
    tied: race.band.length > 1 && race.band.includes(entry.seat),
  }));
  const tied = bars.filter((bar) => bar.tied).map((bar) => bar.share);
  const band = tied.length > 1 ? { from: Math.min(...tied), to: Math.max(...tied) } : null;
  return { bars, band };
}

/** Formats a reaction in seconds with two decimals. */
export function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
