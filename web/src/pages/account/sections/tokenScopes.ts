/** What a token may do, as a form holds it: names with spaces between. */
import type { Scope } from "../../../client/account.svelte";

export const SCOPES: readonly Scope[] = ["play", "bot", "read"];

export function parseScopes(held: string): Scope[] {
  const names = held.split(" ");
  return SCOPES.filter((scope) => names.includes(scope));
}

export function toggleScope(held: string, scope: Scope): string {
  const before = parseScopes(held);
  const after = SCOPES.filter((each) => (each === scope) !== before.includes(each));
  return after.join(" ");
}
