/** Opens a table and shows its page; users without a session become guests first. */
import { ensureGuest, post } from "../client/api";
import type { Made, NewTable } from "../generated/messages";
import { go } from "../router.svelte";

export async function openTable(table: NewTable): Promise<void> {
  await ensureGuest();
  const { path } = await post<Made>("/api/tables", table);
  go(path);
}
