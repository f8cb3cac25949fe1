/** The signed-in guest or account, shared by all pages, and the listeners to its changes. */
import type { Account } from "../generated/messages";

/** The guest or account of a session. */
export type Me = Account;

class Identity {
  #me = $state.raw<Me | null>(null);
  readonly #listeners = new Set<() => void>();

  get me(): Me | null {
    return this.#me;
  }

  /** Sets the identity that the server reported for the current session. */
  set(me: Me | null): void {
    this.#me = me;
  }

  /** Changes the identity; listeners must reconnect, as open sockets belong to the old one. */
  switchTo(me: Me | null): void {
    this.#me = me;
    for (const listener of [...this.#listeners]) listener();
  }

  onSwitch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export const identity = new Identity();
