/** The least and the greatest value that the colours of a map span. */
import type { AtlasMap } from "../../generated/messages";
import type { Choice } from "./mapChoice";

/** null where the map is empty. */
export function colourRangeOf(
  { values, least, most }: AtlasMap,
  colours: Choice["colours"],
): { readonly least: number; readonly most: number } | null {
  const there = values.flat().filter((value) => value !== null);
  if (there.length === 0) return null;
  const own = { least: Math.min(...there), most: Math.max(...there) };
  return colours === "board" && least !== null && most !== null ? { least, most } : own;
}
