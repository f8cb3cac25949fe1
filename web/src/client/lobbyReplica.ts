/** Replica of the lobby: two lists of tables that changes are applied to. */
import type { Lobby, LobbyChange, TableRow } from "../generated/messages";

/** As many rows as the server sends. */
const MAX_ROWS = 50;

export interface LobbyLists {
  readonly open: readonly TableRow[];
  readonly running: readonly TableRow[];
}

export class LobbyReplica {
  #lists: LobbyLists | null = null;
  /** Changes that came before the lists, which may or may not contain them. */
  #early: LobbyChange[] = [];
  #hasLists = false;

  get lists(): LobbyLists | null {
    return this.#lists;
  }

  /** A new connection sends new lists; until they come the old ones are shown. */
  expectLists(): void {
    this.#early = [];
    this.#hasLists = false;
  }

  apply(message: Lobby | LobbyChange): void {
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

/** Moves a row to the list of its stage; removes it if the table is over. */
function change(lists: LobbyLists, { row }: LobbyChange): LobbyLists {
  const isRunning = row.stage === "settling" || row.stage === "playing";
  return {
    open: withRow(lists.open, row, row.stage === "gathering"),
    running: withRow(lists.running, row, isRunning),
  };
}

function withRow(rows: readonly TableRow[], row: TableRow, belongs: boolean): readonly TableRow[] {
  const others = rows.filter(({ table }) => table !== row.table);
  if (!belongs) return others.length === rows.length ? rows : others;
  return [row, ...others].sort((one, other) => other.changed - one.changed).slice(0, MAX_ROWS);
}
