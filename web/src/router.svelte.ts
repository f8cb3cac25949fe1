/** Where one is. Links of our own change the page without loading it anew. */
import { routeOf, type Route } from "./routes";

let here = $state.raw<Route>({ page: "home" });

export function route(): Route {
  return here;
}

export function go(to: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  look();
  scrollTo(0, 0);
}

export function startRouter(): void {
  look();
  addEventListener("popstate", look);
  document.addEventListener("click", follow);
}

function look(): void {
  here = routeOf(location.pathname, location.search);
}

/** A plain click on a link of this server; with a key held, or for a new tab, it is the browser's. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
  if (to.pathname === location.pathname && to.hash !== "") return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
}
