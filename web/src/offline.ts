/** Has the service worker keep what the app needs to show itself while the server is away. */

/** To be called before the first thing is drawn: what was fetched until then is the shell. */
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
    // A browser that allows no workers shows its own page when the server is away.
  }
}

/** The paths of our own assets among what was fetched. */
export function assetsOf(fetched: readonly { readonly name: string }[], origin: string): string[] {
  const paths = fetched
    .map(({ name }) => new URL(name, origin))
    .filter((address) => address.origin === origin && address.pathname.startsWith("/assets/"))
    .map((address) => address.pathname);
  return [...new Set(paths)];
}
