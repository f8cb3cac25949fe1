/** Public tables as they come and go. */
import { untrack } from "svelte";
import type { TableRow, ToClient } from "../generated/messages";
import { inLanguage } from "./api";
import { ReconnectingSocket, type ConnectionState } from "./connection/reconnectingSocket";
import { LobbyReplica, type LobbyLists } from "./lobbyReplica";
import type { Connect } from "./connection/socket";

/** The lobby sends no pings, so its silence proves nothing: but then fresh lists do no harm. */
const SILENCE = 300_000;
const NO_ROWS: readonly TableRow[] = [];

export class LobbyClient {
  readonly #kept = new LobbyReplica();
  readonly #line: ReconnectingSocket;
  #lists = $state.raw<LobbyLists | null>(null);
  #lineState = $state.raw<ConnectionState>("connecting");

  constructor(connect?: Connect) {
    this.#line = new ReconnectingSocket(
      {
        path: () => inLanguage("/api/lobby/socket"),
        silence: () => SILENCE,
        heard: (message) => this.#hear(message),
        opened: () => this.#kept.renew(),
        changed: (state) => (this.#lineState = state),
        comesBack: () => true,
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

  /** Have the lists come at all? Before that, they only look empty. */
  get known(): boolean {
    return this.#lists !== null;
  }

  get line(): ConnectionState {
    return this.#lineState;
  }

  open(): void {
    untrack(() => this.#line.open());
  }

  close(): void {
    this.#line.close();
  }

  #hear(message: ToClient): void {
    if (message.is !== "lobby" && message.is !== "lobby_change") return;
    this.#kept.take(message);
    this.#lists = this.#kept.lists;
  }
}
