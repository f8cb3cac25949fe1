/** Who this browser is to the server: told by the server, and remembered for all pages. */

export interface Me {
  readonly id: string;
  /** null: a guest. */
  readonly name: string | null;
  readonly guest: boolean;
  /** What a token would be bound to; a session, as browsers have, is bound to nothing. */
  readonly scopes: readonly string[] | null;
}

class Identity {
  #me = $state.raw<Me | null>(null);
  readonly #listeners = new Set<() => void>();

  get me(): Me | null {
    return this.#me;
  }

  /** The server was asked, and said so. */
  set(me: Me | null): void {
    this.#me = me;
  }

  /** A session has begun or ended: sockets that are open still belong to who it was before. */
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
