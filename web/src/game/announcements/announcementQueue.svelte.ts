/** What live regions hold: the last few sentences, each with a number so that a repeated one is new. */
import type { Announcement } from "./announcementText";

export interface Spoken {
  readonly number: number;
  readonly text: string;
}

const KEPT = 4;

export class Announcements {
  calm = $state.raw<readonly Spoken[]>([]);
  urgent = $state.raw<readonly Spoken[]>([]);
  #count = 0;

  add({ text, urgent }: Announcement): void {
    const spoken = { number: ++this.#count, text };
    if (urgent) this.urgent = [...this.urgent.slice(1 - KEPT), spoken];
    else this.calm = [...this.calm.slice(1 - KEPT), spoken];
  }
}
