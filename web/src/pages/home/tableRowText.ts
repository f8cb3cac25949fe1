/** Formats rows of the lists of tables. */
import { withDefaults } from "../../client/tableSettings";
import type { Settings, TableRow } from "../../generated/messages";
import { say } from "../../text/say.svelte";
import { formatDuration } from "../../setup/durationFormat";

/** Counts the seats that are free for anybody. */
export function countOpenSeats(row: TableRow): number {
  return row.chairs.filter((chair) => chair.kind === "open").length;
}

/** Formats the clock briefly. */
export function formatClock(settings: Settings): string {
  const { clock } = withDefaults(settings);
  switch (clock?.kind) {
    case undefined:
      return say("home.clock_none");
    case "fischer": {
      const time = formatDuration(clock.seconds * 1000);
      const increment = clock.increment ?? 0;
      if (increment === 0) return say("home.clock_game", { time });
      return say("home.clock_fischer", { time, increment: formatDuration(increment * 1000) });
    }
    case "per_move":
      return say("home.clock_per_move", { time: formatDuration(clock.seconds * 1000) });
    case "days":
      return say("home.clock_days", { count: clock.days });
  }
}

/** Names the method of settling; null if the numbers are given. */
export function formatHowSettled(settings: Settings): string | null {
  const { settle } = withDefaults(settings);
  return settle === "given" ? null : say(`home.numbers_${settle}`);
}
