/** Keys of layers, so that equal layers are drawn once. */
import type { Layer } from "./types";

/** Returns the key of a layer: equal layers have equal keys. */
export function layerKey(layer: Layer): string {
  switch (layer.kind) {
    case "square":
      return `square ${layer.corner} ${layer.side}`;
    case "distance":
      return `distance ${layer.from} ${layer.to}`;
    default:
      return `${layer.kind} ${layer.points.join(" ")}`;
  }
}

/** Returns the items with their keys, one for each key. */
export function uniqueByKey<T>(things: readonly T[], key: (thing: T) => string): [string, T][] {
  return [...new Map(things.map((thing) => [key(thing), thing])).entries()];
}
