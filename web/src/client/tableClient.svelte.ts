/** A table by its socket: over drops and restarts, with nothing lost and nothing done twice. */
import { untrack } from "svelte";
import type { Done, Happening, Here, News, Now, ToClient, Whole } from "../generated/messages";
import { currentLanguage } from "../text/say.svelte";
import { get, inLanguage } from "./api";
import { identity } from "./identity.svelte";
import { TableReplica, MissedNews } from "./tableReplica";
import { ReconnectingSocket, type ConnectionState } from "./connection/reconnectingSocket";
import { Outbox, type UnsentCommand } from "./connection/outbox";
import { ReactionTimer } from "./reactionTimer";
import { Problem } from "./problem";
import { ServerTime } from "./connection/serverTime";
import type { Connect } from "./connection/socket";
import { observeDraw, type ObservedDraw } from "./draw/observedDraw";

export type { ConnectionState } from "./connection/reconnectingSocket";
export type { UnsentCommand } from "./connection/outbox";

export type HappenedListener = (happening: Happening, now: Now, at: number) => void;

/** Milliseconds after which a line is taken to be dead: the server pings sooner, players most often. */
const SILENCE = 50_000;
const SILENCE_OF_PLAYERS = 10_000;
const NO_SUCH_TABLE = 4004;
const SHUT_OUT = 4401;
const UNAVAILABLE = 4503;
/** What is stored of the table cannot be read: to come back again and again helps nobody. */
const UNREADABLE = "table_unreadable";

export class TableClient {
  readonly #known = new TableReplica();
  readonly #line: ReconnectingSocket;
  readonly #outbox: Outbox;
  readonly #paint = new ReactionTimer();
  readonly #time = new ServerTime();
  readonly #listeners = new Set<HappenedListener>();
  #stopListening: () => void = () => undefined;
  #asking = false;
  /** What is known was told to somebody else, and cannot be built on. */
  #stale = false;

  #whole = $state.raw<Whole | null>(null);
  #here = $state.raw<Here | null>(null);
  #lineState = $state.raw<ConnectionState>("connecting");
  #missing = $state(false);
  #refusal = $state.raw<Problem | null>(null);
  #roundTrip = $state.raw<number | null>(null);
  #observedDraw = $state.raw<ObservedDraw | null>(null);

  constructor(
    readonly table: string,
    connect?: Connect,
  ) {
    this.#outbox = new Outbox((text) => this.#line.send(text));
    this.#line = new ReconnectingSocket(
      {
        path: () => this.#path(),
        silence: () => (this.#whole?.you.length ? SILENCE_OF_PLAYERS : SILENCE),
        heard: (message) => this.#hear(message),
        opened: () => this.#opened(),
        changed: (state) => this.#changed(state),
        comesBack: (code, wasOpen) => this.#comesBack(code, wasOpen),
      },
      connect,
    );
  }

  /** The table as it is: news are merged in. */
  get whole(): Whole | null {
    return this.#whole;
  }

  /** Who is there, as far as was last known. */
  get here(): Here | null {
    return this.#here;
  }

  get line(): ConnectionState {
    return this.#lineState;
  }

  /** There is no such table. */
  get missing(): boolean {
    return this.#missing;
  }

  /** Why the server lets this browser in no more, where it does not. */
  get refusal(): Problem | null {
    return this.#refusal;
  }

  /** Milliseconds there and back, as the server measures it. */
  get roundTrip(): number | null {
    return this.#roundTrip;
  }

  /** What was seen of the draw of the numbers, for `verifyRecord`. */
  get observedDraw(): ObservedDraw | null {
    return this.#observedDraw;
  }

  open(): void {
    const stopIdentity = identity.onSwitch(() => this.#renew({ afresh: true }));
    let spoken: string | null = null;
    const stopLanguage = $effect.root(() => {
      $effect(() => {
        const language = currentLanguage();
        if (spoken !== null && spoken !== language) this.#renew({ afresh: false });
        spoken = language;
      });
    });
    this.#stopListening();
    this.#stopListening = () => (stopIdentity(), stopLanguage());
    // Whoever opens it from an effect does not depend on what is read here.
    untrack(() => this.#line.open());
  }

  /** Commands that have no answer yet are rejected as `away`. */
  close(): void {
    this.#stopListening();
    this.#line.close();
    this.#outbox.close();
    this.#paint.forget();
  }

  send(command: UnsentCommand): Promise<Done> {
    return this.#outbox.send(command);
  }

  /** Adds how long the stone had been painted; nothing, where that is not known. */
  shout(seat: number, placement: number): Promise<Done> {
    const said = this.#paint.since(placement);
    return this.send({ do: "grav", seat, placement, ...(said === null ? {} : { said }) });
  }

  /** Each thing once and in its order; what a fresh whole already holds is not told. */
  onHappened(listener: HappenedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server's time in milliseconds, estimated; not reactive. */
  time(): number {
    return this.#time.now(untrack(() => this.#roundTrip));
  }

  #path(): string {
    const number = this.#stale ? null : this.#known.number;
    const since = number === null ? "" : `?since=${number}`;
    return inLanguage(`/api/tables/${encodeURIComponent(this.table)}/socket${since}`);
  }

  #opened(): void {
    this.#time.renew();
    this.#outbox.lineUp();
  }

  #changed(state: ConnectionState): void {
    this.#lineState = state;
    if (state === "down") this.#outbox.lineDown();
  }

  #renew({ afresh }: { afresh: boolean }): void {
    this.#stale ||= afresh;
    this.#line.renew();
  }

  #comesBack(code: number, wasOpen: boolean): boolean {
    if (code === NO_SUCH_TABLE) {
      this.#missing = true;
      return false;
    }
    if (code === SHUT_OUT) this.#stale = true; // back as whoever one is now
    if (!wasOpen || code === UNAVAILABLE) void this.#askWhy();
    return true;
  }

  /** A browser is not told why a socket was refused: the same is asked by HTTP. */
  async #askWhy(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (problem) {
      if (problem instanceof Problem) this.#judge(problem);
    } finally {
      this.#asking = false;
    }
  }

  #judge(problem: Problem): void {
    if (problem.status === 404 || problem.status === 400) this.#missing = true;
    else if (problem.status === 403 || problem.code === UNREADABLE) this.#refusal = problem;
    else return; // it may be otherwise another time
    this.#line.close();
  }

  #hear(message: ToClient): void {
    switch (message.is) {
      case "ping":
        this.#time.hear(message.at);
        this.#roundTrip = message.round_trip;
        break;
      case "whole":
        this.#hearWhole(message);
        break;
      case "news":
        this.#hearNews(message);
        break;
      case "done":
        this.#take(message);
        this.#outbox.take(message);
        break;
      case "refused":
        this.#outbox.take(message);
        break;
      case "here":
        this.#here = message;
        break;
      default: // a kind that came later than this client
    }
  }

  #hearWhole(whole: Whole): void {
    this.#time.hear(whole.at);
    this.#stale = false;
    this.#take(whole);
    this.#refusal = null;
  }

  #hearNews(news: News): void {
    if (!this.#take(news)) return;
    const open = news.now.position?.window?.placement;
    for (const happening of news.happened) {
      if (happening.event === "placed" && happening.placement === open) this.#paint.brought(open);
      for (const listener of [...this.#listeners]) listener(happening, news.now, news.at);
    }
  }

  #take(message: Whole | News | Done): boolean {
    try {
      if (!this.#known.take(message)) return false;
    } catch (error) {
      if (!(error instanceof MissedNews)) throw error;
      this.#line.drop();
      return false;
    }
    this.#whole = this.#known.whole;
    if (this.#whole) this.#observedDraw = observeDraw(this.#observedDraw, this.#whole.now);
    return true;
  }
}
