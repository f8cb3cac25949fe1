/** Loads the wanted map; the previous one is shown until then. */
import { fetchAfterPause } from "../../atlas/forecastClient";
import { get, Problem } from "../../client/api";
import type { AtlasMap } from "../../generated/messages";

const MAX_CACHED = 60;
const PAUSE_MS = 80;

export class MapLoader {
  shown = $state.raw<AtlasMap | null>(null);
  /** Why the last request failed; null after success. */
  trouble = $state<string | null>(null);
  private readonly cache = new Map<string, AtlasMap>();

  constructor(private readonly ask: (path: string) => Promise<AtlasMap> = get) {}

  /** Shows a map, from the cache or after a pause. Returns a function that cancels the request. */
  want(path: string): () => void {
    const cached = this.cache.get(path);
    if (cached) {
      this.show(path, cached);
      return () => {};
    }
    return fetchAfterPause(
      () => this.ask(path).catch((error: unknown) => error),
      (found) => {
        if (found instanceof Problem) this.trouble = found.message;
        else if (found instanceof Error) throw found;
        else this.show(path, found as AtlasMap);
      },
      PAUSE_MS,
    );
  }

  private show(path: string, map: AtlasMap): void {
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(path, map);
    this.shown = map;
    this.trouble = null;
  }
}
