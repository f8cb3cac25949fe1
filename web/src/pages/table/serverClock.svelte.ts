/** The server's time, updated every second for components that show a wait. */
import type { TableClient } from "../../client/tableClient.svelte";

const TICK_MS = 1_000;

/** Must be called during component initialisation; stops when the component is destroyed. */
export function useServerClock(client: () => TableClient): { readonly now: number } {
  let now = $state(client().time());
  $effect(() => {
    const source = client();
    now = source.time();
    const timer = setInterval(() => (now = source.time()), TICK_MS);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
