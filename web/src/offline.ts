/** Registers the service worker, which caches the app shell for when the server is unreachable. */

/** Must run before the first render: the resources fetched until then are the shell. */
export async function cacheShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const shell = assetsOf(performance.getEntriesByType("resource"), location.origin);
  const build = document.querySelector('script[type="module"]')?.getAttribute("src");
  if (!build) return;
  try {
    const address = `/sw.js?build=${encodeURIComponent(build)}`;
    const registration = await navigator.serviceWorker.register(address);
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    worker?.postMessage({ keep: shell });
  } catch {
    // Without service workers the browser shows its own error page when the server is down.
  }
}

/** The paths of this app's assets among the fetched resources. */
export function assetsOf(fetched: readonly { readonly name: string }[], origin: string): string[] {
  const paths = fetched
    .map(({ name }) => new URL(name, origin))
    .filter((address) => address.origin === origin && address.pathname.startsWith("/assets/"))
    .map((address) => address.pathname);
  return [...new Set(paths)];
}
