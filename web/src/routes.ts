/** Parses addresses into routes. The server knows the same pages (`http/pages.py`), and answers others with 404. */

export type Route =
  | { readonly page: "home" }
  | { readonly page: "new" }
  | { readonly page: "table"; readonly table: string }
  | { readonly page: "device" }
  | { readonly page: "review"; readonly table: string | null; readonly move: number | null }
  | { readonly page: "learn"; readonly lesson: string | null }
  | { readonly page: "rules" }
  | { readonly page: "spot" }
  | { readonly page: "atlas" }
  | { readonly page: "account" }
  | { readonly page: "games" }
  | { readonly page: "settings" }
  | { readonly page: "missing" };

const PAGES_WITHOUT_PARAMETERS = [
  "new",
  "device",
  "rules",
  "spot",
  "atlas",
  "account",
  "games",
  "settings",
] as const;

export function routeOf(path: string, query = ""): Route {
  const [first = "", second = null, ...rest] = path.split("/").filter(Boolean);
  if (rest.length > 0) return { page: "missing" };
  if (first === "") return { page: "home" };
  if (first === "table" && second !== null) return { page: "table", table: second };
  if (first === "review") {
    const move = Number.parseInt(new URLSearchParams(query).get("move") ?? "", 10);
    return { page: "review", table: second, move: Number.isNaN(move) ? null : move };
  }
  if (first === "learn") return { page: "learn", lesson: second };
  const plain = PAGES_WITHOUT_PARAMETERS.find((page) => page === first);
  return plain !== undefined && second === null ? { page: plain } : { page: "missing" };
}
