/**
 * Colours of the map. Each scale is monotonic in lightness, from the page's background to the far
 * end, so that colour-blind readers, and prints in grey, see the same order.
 */
import type { AtlasMap } from "../../generated/messages";
import type { MapChoice } from "./mapChoice";

/** Red, green and blue, each from 0 to 255. */
export type Colour = readonly [number, number, number];

export const LIGHT: readonly Colour[] = [
  [243, 236, 214],
  [205, 206, 154],
  [128, 173, 146],
  [56, 123, 140],
  [28, 62, 112],
];
export const DARK: readonly Colour[] = [
  [37, 45, 66],
  [39, 82, 110],
  [60, 134, 136],
  [146, 184, 138],
  [240, 228, 172],
];
/** On colours of medium lightness, only black or white has enough contrast. */
const INKS: readonly [Colour, Colour] = [
  [0, 0, 0],
  [255, 255, 255],
];

/** Returns the position of a value on the scale, from 0 to 1; 0.5 if the scale has no extent. */
export function scalePosition(value: number, least: number, most: number): number {
  if (most <= least) return 0.5;
  return Math.min(Math.max((value - least) / (most - least), 0), 1);
}

/** Returns the colour at a position of the scale, by linear interpolation. */
export function colourAt(scale: readonly Colour[], place: number): Colour {
  const along = place * (scale.length - 1);
  const from = scale[Math.floor(along)] ?? scale[0];
  const to = scale[Math.ceil(along)] ?? scale.at(-1);
  if (!from || !to) return INKS[0];
  const part = along - Math.floor(along);
  return [0, 1, 2].map((index) => {
    const [one = 0, other = 0] = [from[index], to[index]];
    return Math.round(one + (other - one) * part);
  }) as unknown as Colour;
}

/** Returns the ink with the higher contrast to the colour. */
export function inkOn(colour: Colour): Colour {
  const [dark, light] = INKS;
  return contrast(dark, colour) >= contrast(light, colour) ? dark : light;
}

export function toCssColour([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Returns the contrast ratio by WCAG: text needs at least 4.5. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the colours at a position, for both themes. */
export function coloursAt(place: number): Readonly<Record<"light" | "dark", readonly string[]>> {
  const both = (scale: readonly Colour[]): readonly string[] => {
    const colour = colourAt(scale, place);
    return [toCssColour(colour), toCssColour(inkOn(colour))];
  };
  return { light: both(LIGHT), dark: both(DARK) };
}

/** Returns the least and the greatest value of the colour scale; null for an empty map. */
export function colourRangeOf(
  { values, least, most }: AtlasMap,
  colours: MapChoice["colours"],
): { readonly least: number; readonly most: number } | null {
  const there = values.flat().filter((value) => value !== null);
  if (there.length === 0) return null;
  const own = { least: Math.min(...there), most: Math.max(...there) };
  return colours === "board" && least !== null && most !== null ? { least, most } : own;
}
