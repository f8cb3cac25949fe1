/** Recent events of a table: verdicts, phrases, sounds and announcements. */
import { untrack } from "svelte";
import { playSound } from "../../client/device/sounds";
import type { TableClient } from "../../client/tableClient.svelte";
import type { PublicEvent, Now } from "../../generated/messages";
import { formatAnnouncement, formatPhrase, type Addressee } from "./announcementText";
import { AnnouncementQueue } from "./announcementQueue.svelte";
import { lastPlacer } from "../input/consentRequests";
import {
  NO_VERDICT,
  dismissVerdict,
  applyPublicEvent,
  expireVerdict,
  type VerdictState,
} from "../verdict/verdictState";

/** Milliseconds for which a phrase is shown beside its speaker's name. */
const BUBBLE_MS = 6_000;
const TICK_MS = 200;

export interface Bubble {
  readonly text: string;
  readonly until: number;
}

export class RecentEvents {
  readonly announcements = new AnnouncementQueue();
  #verdicts = $state.raw<VerdictState>(NO_VERDICT);
  #bubbles = $state.raw<ReadonlyMap<number, Bubble>>(new Map());
  #placer = $state.raw<number | null>(null);
  #removedPoint = $state.raw<string | null>(null);
  #time = $state.raw(0);

  constructor(
    private readonly client: TableClient,
    private readonly addressee: () => Addressee,
  ) {}

  get verdicts(): VerdictState {
    return this.#verdicts;
  }

  /** The seat whose stone was placed last and may be taken back; else null. */
  get placer(): number | null {
    return this.#placer;
  }

  /** The point from which a stone was just removed. */
  get removedPoint(): string | null {
    return this.#removedPoint;
  }

  /** The server's time; updated several times a second. */
  get time(): number {
    return this.#time;
  }

  phraseOf(seat: number): string | null {
    return this.#bubbles.get(seat)?.text ?? null;
  }

  dismiss(): void {
    this.#verdicts = dismissVerdict(this.#verdicts);
  }

  /** Must be called during component initialisation; stops when the component is destroyed. */
  start(): void {
    $effect(() => this.client.onHappened((happening, now) => this.handle(happening, now)));
    $effect(() => {
      untrack(() => this.#tick());
      const timer = setInterval(() => this.#tick(), TICK_MS);
      return () => clearInterval(timer);
    });
    const actions = $derived(this.client.whole?.actions ?? []);
    $effect(() => {
      this.#placer = lastPlacer(actions);
    });
  }

  handle(happening: PublicEvent, now: Now): void {
    const { say } = this.addressee();
    this.#verdicts = applyPublicEvent(this.#verdicts, happening, this.client.time());
    this.#follow(happening);
    const announcement = formatAnnouncement(happening, now, this.addressee());
    if (announcement !== null) this.announcements.add(announcement);
    if (happening.event === "said") {
      const text = formatPhrase(happening.phrase, say);
      const until = this.client.time() + BUBBLE_MS;
      if (text !== null)
        this.#bubbles = new Map(this.#bubbles).set(happening.seat, { text, until });
    }
    playSoundFor(happening);
  }

  #follow(happening: PublicEvent): void {
    if (happening.event === "placed") this.#placer = happening.by;
    if (happening.event === "removed") this.#removedPoint = happening.at;
    else if (happening.event === "placed") this.#removedPoint = null;
    // After these events no stone can be taken back.
    const ended = ["resigned", "taken_back", "ended"];
    if (ended.includes(happening.event)) this.#placer = null;
  }

  #tick(): void {
    this.#time = this.client.time();
    this.#verdicts = expireVerdict(this.#verdicts, this.#time);
    if ([...this.#bubbles.values()].some(({ until }) => until <= this.#time)) {
      this.#bubbles = new Map([...this.#bubbles].filter(([, { until }]) => until > this.#time));
    }
  }
}

function playSoundFor(happening: PublicEvent): void {
  switch (happening.event) {
    case "placed":
      return playSound("stone");
    case "shouted":
      return playSound(happening.right ? "shout" : "wrong");
    case "removed":
      return playSound("lift");
    case "ended":
      return playSound("end");
    default:
  }
}
