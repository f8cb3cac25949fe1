/** The user's own games, page by page; those that wait for the user come first. */
import { account } from "../../../client/accountApi";
import { Problem } from "../../../client/api";
import type { Chair, Page, TableRow } from "../../../generated/messages";

const PAGE_SIZE = 20;

/** The source of the lists: the server, or a fake. */
export interface GamesSource {
  games(before: string | null, limit: number): Promise<Page>;
  gamesToAct(): Promise<readonly TableRow[]>;
}

export class OwnGames {
  waiting = $state.raw<readonly TableRow[]>([]);
  /** null: not known yet. */
  listed = $state.raw<readonly TableRow[] | null>(null);
  next = $state.raw<string | null>(null);
  problem = $state.raw<Problem | null>(null);
  asking = $state(false);
  readonly others = $derived(excludeRows(this.listed ?? [], this.waiting));
  readonly #source: GamesSource;

  constructor(source: GamesSource = account) {
    this.#source = source;
  }

  /** Loads the first page, and the games that wait for the user. */
  async load(): Promise<void> {
    await this.#ask(async () => {
      const [waiting, page] = await Promise.all([
        this.#source.gamesToAct(),
        this.#source.games(null, PAGE_SIZE),
      ]);
      this.waiting = waiting;
      this.listed = page.tables;
      this.next = page.next;
    });
  }

  async loadMore(): Promise<void> {
    const before = this.next;
    if (before === null) return;
    await this.#ask(async () => {
      const page = await this.#source.games(before, PAGE_SIZE);
      const listed = this.listed ?? [];
      this.listed = [...listed, ...excludeRows(page.tables, listed)];
      this.next = page.next;
    });
  }

  async #ask(how: () => Promise<void>): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      await how();
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
    } finally {
      this.asking = false;
    }
  }
}

/**
 * Removes rows of tables that are in the other list too: a table may be in both, or move up between
 * two pages.
 */
export function excludeRows(rows: readonly TableRow[], others: readonly TableRow[]): TableRow[] {
  const known = new Set(others.map((row) => row.table));
  return rows.filter((row) => !known.has(row.table));
}

/**
 * Returns the path of a game: the review if it is over, else the table, which also explains why it
 * is closed.
 */
export function gamePath(row: TableRow): string {
  return row.stage === "over" ? `/review/${row.table}` : `/table/${row.table}`;
}

/**
 * Returns the user's own seats; guests have no name, so their seat is known only if it is the one
 * guest.
 */
export function ownSeats(
  chairs: readonly Chair[],
  me: { readonly name: string | null } | null,
): number[] {
  if (me === null) return [];
  const seats = chairs.map((_, seat) => seat);
  if (me.name !== null) return seats.filter((seat) => chairs[seat]?.name === me.name);
  const guests = seats.filter((seat) => chairs[seat]?.kind === "guest");
  return guests.length === 1 ? guests : [];
}
