/** Live list of public tables, by a socket. */
import { untrack } from "svelte";
import type { TableRow, ToClient } from "../generated/messages";
import { inLanguage } from "./api";
import { ReconnectingSocket, type ConnectionState } from "./connection/reconnectingSocket";
import { LobbyReplica, type LobbyLists } from "./lobbyReplica";
import type { Connect } from "./connection/socket";

/** The lobby sends no pings: after this many milliseconds of silence it reconnects as a precaution. */
const SILENCE_TIMEOUT_MS = 300_000;
const NO_ROWS: readonly TableRow[] = [];

export class LobbyClient {
  readonly #replica = new LobbyReplica();
  readonly #socket: ReconnectingSocket;
  #lists = $state.raw<LobbyLists | null>(null);
  #connection = $state.raw<ConnectionState>("connecting");

  constructor(connect?: Connect) {
    this.#socket = new ReconnectingSocket(
      {
        path: () => inLanguage("/api/lobby/socket"),
        silenceTimeout: () => SILENCE_TIMEOUT_MS,
        onMessage: (message) => this.#handle(message),
        onOpen: () => this.#replica.expectLists(),
        onStateChange: (state) => (this.#connection = state),
        shouldReconnect: () => true,
      },
      connect,
    );
  }

  /** Tables where a seat is free. */
  get open_(): readonly TableRow[] {
    return this.#lists?.open ?? NO_ROWS;
  }

  /** Games to watch. */
  get running(): readonly TableRow[] {
    return this.#lists?.running ?? NO_ROWS;
  }

  /** Whether the lists have arrived; before that they are empty. */
  get known(): boolean {
    return this.#lists !== null;
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  open(): void {
    untrack(() => this.#socket.open());
  }

  close(): void {
    this.#socket.close();
  }

  #handle(message: ToClient): void {
    if (message.is !== "lobby" && message.is !== "lobby_change") return;
    this.#replica.apply(message);
    this.#lists = this.#replica.lists;
  }
}
