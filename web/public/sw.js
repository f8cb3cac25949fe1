/**
 * Service worker: caches the app shell, so that the app can say clearly that the server is down.
 *
 * The shell is the first page and what was fetched until the first render. Page chunks are not
 * cached: without a server they could do nothing. Responses of /api/ are never cached.
 */

/** The entry script, whose name contains a hash of its content: one cache per build. */
const BUILD = new URL(self.location.href).searchParams.get("build") ?? "";
const FAMILY = "grav-shell-";
const CACHE = FAMILY + BUILD;

const ASSETS = "/assets/";
/** Texts that all pages need: another language's are fetched after the first render. */
const TEXTS = "/assets/always-";
/** Statuses with which a proxy answers when its server is down. */
const GATEWAY_ERRORS = [502, 503, 504];
/** Cached responses were requested by this worker, whose request headers differ from a page's. */
const IGNORE_VARY = { ignoreVary: true };
/**
 * Clients that were opened while the server was down: they must report that, whatever the HTTP
 * cache holds.
 */
const openedOffline = new Set();

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldBuilds(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  event.waitUntil(cacheShell(event.data.keep).catch(() => undefined));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(respondWithPage(event));
  else if (pathname.startsWith(ASSETS)) event.respondWith(respondWithAsset(event, pathname));
});

async function deleteOldBuilds() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Caches these assets, and the first page if it is of the same build. */
async function cacheShell(paths) {
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    if (path.startsWith(ASSETS) && !(await cache.match(path, IGNORE_VARY))) await cache.add(path);
  }
  const first = await fetch("/", { cache: "no-cache" });
  const text = await first.clone().text();
  if (first.ok && text.includes(BUILD)) await cache.put("/", first);
}

/** Answers every address of the app with the same first page. */
async function respondWithPage({ request, resultingClientId }) {
  const answer = await fetch(request).catch(() => null);
  if (answer !== null && !GATEWAY_ERRORS.includes(answer.status)) return answer;
  const kept = await (await caches.open(CACHE)).match("/", IGNORE_VARY);
  if (kept) openedOffline.add(resultingClientId);
  return kept ?? answer ?? Response.error();
}

async function respondWithAsset({ request, clientId }, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, IGNORE_VARY);
  if (kept) return kept;
  // Clients opened offline revalidate: a chunk of the HTTP cache counts only with a server behind it.
  const answer = await fetch(request, openedOffline.has(clientId) ? { cache: "no-cache" } : {});
  if (answer.ok && path.startsWith(TEXTS)) await cache.put(request, answer.clone());
  return answer;
}
