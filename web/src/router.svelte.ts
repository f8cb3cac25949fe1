/** Client-side router: the current route, and links that change it without a page load. */
import { routeOf, type Route } from "./routes";

let current = $state.raw<Route>({ page: "home" });

export function route(): Route {
  return current;
}

export function go(to: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  readLocation();
  scrollTo(0, 0);
}

export function startRouter(): void {
  readLocation();
  addEventListener("popstate", readLocation);
  document.addEventListener("click", followLink);
}

function readLocation(): void {
  current = routeOf(location.pathname, location.search);
}

/** Handles plain clicks on links of this server; those with a modifier key, or for a new tab, are left to the browser. */
function followLink(event: MouseEvent): void {
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
