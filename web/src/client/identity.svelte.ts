/** The signed-in guest or account, shared by all pages, and who listens to changes of it. */
import type { Account } from "../generated/messages";

/** The guest or account of a session. */
export type Me = Account;

class Identity {
  #me = $state.raw<Me | null>(null);
  readonly #listeners = new Set<() => void>();

  get me(): Me | null {
    return this.#me;
  }

  /** The server told who this is; nothing has changed there. */
  set(me: Me | null): void {
    this.#me = me;
  }

  /** A session has begun or ended: listeners must reconnect, as open sockets belong to the old identity. */
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
