/** The scopes of a token, as a form holds them: names separated by spaces. */
import type { Scope } from "../../../client/accountApi";

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
