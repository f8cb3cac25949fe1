/** The lobby's two lists, kept current by what changes. */
import type { Lobby, LobbyChange, TableRow } from "../generated/messages";

/** As many as the server sends. */
const SHOWN = 50;

export interface LobbyLists {
  readonly open: readonly TableRow[];
  readonly running: readonly TableRow[];
}

export class LobbyReplica {
  #lists: LobbyLists | null = null;
  /** Changes that came before the lists, which may or may not have them. */
  #early: LobbyChange[] = [];
  #hasLists = false;

  get lists(): LobbyLists | null {
    return this.#lists;
  }

  /** A new connection, which begins with lists of its own; until they come the old ones are shown. */
  renew(): void {
    this.#early = [];
    this.#hasLists = false;
  }

  take(message: Lobby | LobbyChange): void {
    if (message.is === "lobby") {
      const { open, running } = message;
      this.#lists = this.#early.reduce(change, { open, running });
      this.#early = [];
      this.#hasLists = true;
    } else if (this.#hasLists && this.#lists !== null) {
      this.#lists = change(this.#lists, message);
    } else {
      this.#early.push(message);
    }
  }
}

/** A row takes the place of the old one, in the list of its stage; in no list, if it is over. */
function change(lists: LobbyLists, { row }: LobbyChange): LobbyLists {
  const isRunning = row.stage === "settling" || row.stage === "playing";
  return {
    open: placed(lists.open, row, row.stage === "gathering"),
    running: placed(lists.running, row, isRunning),
  };
}

function placed(rows: readonly TableRow[], row: TableRow, belongs: boolean): readonly TableRow[] {
  const others = rows.filter(({ table }) => table !== row.table);
  if (!belongs) return others.length === rows.length ? rows : others;
  return [row, ...others].sort((one, other) => other.changed - one.changed).slice(0, SHOWN);
}
