/** Keys of layers, so that those that are alike are drawn once. */
import type { Layer } from "./types";

/** Layers that are alike have one key. */
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

/** The things by their keys, each once. */
export function uniqueByKey<T>(things: readonly T[], key: (thing: T) => string): [string, T][] {
  return [...new Map(things.map((thing) => [key(thing), thing])).entries()];
}
