/** Client of a table: a replica over a reconnecting socket, and an outbox for commands. */
import { untrack } from "svelte";
import type { Done, PublicEvent, Here, News, Now, ToClient, Whole } from "../generated/messages";
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

export type HappenedListener = (happening: PublicEvent, now: Now, at: number) => void;

/** Milliseconds of silence after which a connection is dead: the server pings more often, players most of all. */
const SILENCE_TIMEOUT_MS = 50_000;
const PLAYER_SILENCE_TIMEOUT_MS = 10_000;
const NO_SUCH_TABLE = 4004;
const SESSION_ENDED = 4401;
const UNAVAILABLE = 4503;
/** The table's stored events cannot be read: reconnecting is pointless. */
const UNREADABLE = "table_unreadable";

export class TableClient {
  readonly #replica = new TableReplica();
  readonly #socket: ReconnectingSocket;
  readonly #outbox: Outbox;
  readonly #reactionTimer = new ReactionTimer();
  readonly #time = new ServerTime();
  readonly #listeners = new Set<HappenedListener>();
  #stopListening: () => void = () => undefined;
  #askingWhy = false;
  /** The replica was sent to another identity: a full snapshot is needed. */
  #stale = false;

  #whole = $state.raw<Whole | null>(null);
  #here = $state.raw<Here | null>(null);
  #connection = $state.raw<ConnectionState>("connecting");
  #isMissing = $state(false);
  #refusal = $state.raw<Problem | null>(null);
  #roundTrip = $state.raw<number | null>(null);
  #observedDraw = $state.raw<ObservedDraw | null>(null);

  constructor(
    readonly table: string,
    connect?: Connect,
  ) {
    this.#outbox = new Outbox((text) => this.#socket.send(text));
    this.#socket = new ReconnectingSocket(
      {
        path: () => this.#path(),
        silenceTimeout: () =>
          this.#whole?.you.length ? PLAYER_SILENCE_TIMEOUT_MS : SILENCE_TIMEOUT_MS,
        onMessage: (message) => this.#handle(message),
        onOpen: () => this.#opened(),
        onStateChange: (state) => this.#stateChanged(state),
        shouldReconnect: (code, wasOpen) => this.#shouldReconnect(code, wasOpen),
      },
      connect,
    );
  }

  /** The table as it is now, with all news applied. */
  get whole(): Whole | null {
    return this.#whole;
  }

  /** Presence, as last sent. */
  get here(): Here | null {
    return this.#here;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** Whether the table does not exist. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** Why the server refuses this browser; null if it does not. */
  get refusal(): Problem | null {
    return this.#refusal;
  }

  /** Round trip in milliseconds, as the server measures it. */
  get roundTrip(): number | null {
    return this.#roundTrip;
  }

  /** What was observed of the draw of the numbers, for `verifyDraw`. */
  get observedDraw(): ObservedDraw | null {
    return this.#observedDraw;
  }

  open(): void {
    const stopIdentity = identity.onSwitch(() => this.#reconnect({ fromSnapshot: true }));
    let previous: string | null = null;
    const stopLanguage = $effect.root(() => {
      $effect(() => {
        const language = currentLanguage();
        if (previous !== null && previous !== language) this.#reconnect({ fromSnapshot: false });
        previous = language;
      });
    });
    this.#stopListening();
    this.#stopListening = () => (stopIdentity(), stopLanguage());
    // An effect that opens the client must not depend on state read here.
    untrack(() => this.#socket.open());
  }

  /** Unanswered commands are rejected as `away`. */
  close(): void {
    this.#stopListening();
    this.#socket.close();
    this.#outbox.close();
    this.#reactionTimer.reset();
  }

  send(command: UnsentCommand): Promise<Done> {
    return this.#outbox.send(command);
  }

  /** Sends a shout with the measured reaction, where that is known. */
  shout(seat: number, placement: number): Promise<Done> {
    const reaction = this.#reactionTimer.elapsed(placement);
    return this.send({
      do: "grav",
      seat,
      placement,
      ...(reaction === null ? {} : { said: reaction }),
    });
  }

  /** Calls back for each event once and in order; not for those that a snapshot already contains. */
  onHappened(listener: HappenedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server's time in milliseconds, estimated; not reactive. */
  time(): number {
    return this.#time.now(untrack(() => this.#roundTrip));
  }

  #path(): string {
    const number = this.#stale ? null : this.#replica.number;
    const since = number === null ? "" : `?since=${number}`;
    return inLanguage(`/api/tables/${encodeURIComponent(this.table)}/socket${since}`);
  }

  #opened(): void {
    this.#time.startOver();
    this.#outbox.handleConnect();
  }

  #stateChanged(state: ConnectionState): void {
    this.#connection = state;
    if (state === "down") this.#outbox.handleDisconnect();
  }

  #reconnect({ fromSnapshot }: { fromSnapshot: boolean }): void {
    this.#stale ||= fromSnapshot;
    this.#socket.reconnectNow();
  }

  #shouldReconnect(code: number, wasOpen: boolean): boolean {
    if (code === NO_SUCH_TABLE) {
      this.#isMissing = true;
      return false;
    }
    if (code === SESSION_ENDED) this.#stale = true; // reconnects with the current identity
    if (!wasOpen || code === UNAVAILABLE) void this.#askWhy();
    return true;
  }

  /** Browsers do not reveal why a socket was refused: asks the same by HTTP. */
  async #askWhy(): Promise<void> {
    if (this.#askingWhy) return;
    this.#askingWhy = true;
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (problem) {
      if (problem instanceof Problem) this.#judge(problem);
    } finally {
      this.#askingWhy = false;
    }
  }

  #judge(problem: Problem): void {
    if (problem.status === 404 || problem.status === 400) this.#isMissing = true;
    else if (problem.status === 403 || problem.code === UNREADABLE) this.#refusal = problem;
    else return; // it may succeed another time
    this.#socket.close();
  }

  #handle(message: ToClient): void {
    switch (message.is) {
      case "ping":
        this.#time.addSample(message.at);
        this.#roundTrip = message.round_trip;
        break;
      case "whole":
        this.#handleSnapshot(message);
        break;
      case "news":
        this.#handleNews(message);
        break;
      case "done":
        this.#apply(message);
        this.#outbox.handleAnswer(message);
        break;
      case "refused":
        this.#outbox.handleAnswer(message);
        break;
      case "here":
        this.#here = message;
        break;
      default: // a kind of message that is newer than this client
    }
  }

  #handleSnapshot(whole: Whole): void {
    this.#time.addSample(whole.at);
    this.#stale = false;
    this.#apply(whole);
    this.#refusal = null;
  }

  #handleNews(news: News): void {
    if (!this.#apply(news)) return;
    const open = news.now.position?.window?.placement;
    for (const happening of news.happened) {
      if (happening.event === "placed" && happening.placement === open)
        this.#reactionTimer.start(open);
      for (const listener of [...this.#listeners]) listener(happening, news.now, news.at);
    }
  }

  #apply(message: Whole | News | Done): boolean {
    try {
      if (!this.#replica.apply(message)) return false;
    } catch (error) {
      if (!(error instanceof MissedNews)) throw error;
      this.#socket.dropAndRetry();
      return false;
    }
    this.#whole = this.#replica.whole;
    if (this.#whole) this.#observedDraw = observeDraw(this.#observedDraw, this.#whole.now);
    return true;
  }
}
