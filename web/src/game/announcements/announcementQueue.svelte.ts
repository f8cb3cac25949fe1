/**
 * The last few sentences of a live region, each with a serial number, so that a repeated one counts
 * as new.
 */
import type { Announcement } from "./announcementText";

export interface QueuedText {
  readonly number: number;
  readonly text: string;
}

const MAX_QUEUED = 4;

export class AnnouncementQueue {
  calm = $state.raw<readonly QueuedText[]>([]);
  urgent = $state.raw<readonly QueuedText[]>([]);
  #count = 0;

  add({ text, urgent }: Announcement): void {
    const spoken = { number: ++this.#count, text };
    if (urgent) this.urgent = [...this.urgent.slice(1 - MAX_QUEUED), spoken];
    else this.calm = [...this.calm.slice(1 - MAX_QUEUED), spoken];
  }
}
