/**
 * Keeps what the app needs to show itself, so that it can say clearly that the server is away.
 *
 * That is its first page, and what was fetched until the first thing was drawn. Pages of the game
 * are not kept: without a server they could do nothing. Of /api/ nothing is ever kept.
 */

/** The entry script, which is named by its content: one cache for each build. */
const BUILD = new URL(self.location.href).searchParams.get("build") ?? "";
const FAMILY = "grav-shell-";
const CACHE = FAMILY + BUILD;

const ASSETS = "/assets/";
/** Texts that all pages need: they change with the language, after the first drawing. */
const TEXTS = "/assets/always-";
/** What a proxy answers when nobody is behind it. */
const NOBODY_THERE = [502, 503, 504];
/** What is kept was asked for by this worker, with other headers than a page sends. */
const WHOEVER_ASKS = { ignoreVary: true };
/** Clients that were opened while the server was away: they are to say so, whatever they could show. */
const openedAlone = new Set();

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOldBuilds(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.keep).catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(asset(event, pathname));
});

async function forgetOldBuilds() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Keeps these assets, and the first page if it is still the one that they belong to. */
async function keep(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    if (path.startsWith(ASSETS) && !(await cache.match(path, WHOEVER_ASKS))) await cache.add(path);
  }
  const first = await fetch("/", { cache: "no-cache" });
  const text = await first.clone().text();
  if (first.ok && text.includes(BUILD)) await cache.put("/", first);
}

/** Every address of the app is drawn by the same first page. */
async function page({ request, resultingClientId }) {
  const answer = await fetch(request).catch(() => null);
  if (answer !== null && !NOBODY_THERE.includes(answer.status)) return answer;
  const kept = await (await caches.open(CACHE)).match("/", WHOEVER_ASKS);
  if (kept) openedAlone.add(resultingClientId);
  return kept ?? answer ?? Response.error();
}

async function asset({ request, clientId }, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, WHOEVER_ASKS);
  if (kept) return kept;
  // Parts of a page that the browser itself has stored count only with a server behind them.
  const answer = await fetch(request, openedAlone.has(clientId) ? { cache: "no-cache" } : {});
  if (answer.ok && path.startsWith(TEXTS)) await cache.put(request, answer.clone());
  return answer;
}
