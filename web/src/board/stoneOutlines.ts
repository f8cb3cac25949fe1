/**
 * The outlines of the six kinds of stones, around (0, 0) in the units of a cell: their shape
 * differs as well as their colour.
 */

export interface StoneOutline {
  readonly outline: string;
  /** The highlight of the glaze. */
  readonly glint: string;
  /** A line across the stone, and the half beyond it that is paler. */
  readonly seam?: string;
  readonly half?: string;
}

type Corner = readonly [x: number, y: number];

const CAPSULE = capsule(25, 16);

// prettier-ignore
export const STONE_OUTLINES: readonly StoneOutline[] = [
  { outline: circle(0, 0, 36.5), glint: "M-24-12A27 27 0 0 1-5-26.5" },
  {
    outline: roundedPolygon([[-34, -34], [34, -34], [34, 34], [-34, 34]], 17),
    glint: "M-24.5-10V-17A7.5 7.5 0 0 1-17-24.5H-7",
  },
  { ...CAPSULE, glint: "M-17.5 5.5L-5-7" },
  {
    outline: roundedPolygon(ring(6, 39.5, -90), 7),
    glint: "M-24-5V-12.5Q-24-14-22.5-15L-9-22.7",
  },
  { outline: roundedPolygon(ring(4, 44, -90), 12), glint: "M-24.5-4L-9.5-19" },
  { outline: circle(0, 0, 37) + circle(0, 0, 14), glint: "M-25-10A27 27 0 0 1-8-25.8" },
];

/** Fills the hole of the ring, with a margin, if a number stands in it. */
export const HOLE_FILLING = circle(0, 0, 23);

export function circle(x: number, y: number, radius: number): string {
  return `M${num(x - radius)} ${num(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** Returns the corners of a regular polygon; the angle of the first is in degrees. */
function ring(count: number, radius: number, first: number): Corner[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((first + (360 / count) * index) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * Returns a polygon with rounded corners; `cut` is the distance from a corner to where its curve
 * begins.
 */
function roundedPolygon(corners: readonly Corner[], cut: number): string {
  const parts = corners.map((corner, index) => {
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const from = towards(corner, before, cut);
    const to = towards(corner, after, cut);
    return `${index ? "L" : "M"}${pair(from)}Q${pair(corner)} ${pair(to)}`;
  });
  return `${parts.join("")}z`;
}

function towards([x, y]: Corner, [toX, toY]: Corner, far: number): Corner {
  const share = far / Math.hypot(toX - x, toY - y);
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/**
 * Returns a capsule from the lower left to the upper right; `straight` is half the length between
 * its round ends.
 */
function capsule(
  radius: number,
  straight: number,
): { outline: string; seam: string; half: string } {
  const at = (lengthwise: number, across: number): string =>
    pair([(lengthwise + across) * Math.SQRT1_2, (across - lengthwise) * Math.SQRT1_2]);
  const end = `A${radius} ${radius} 0 0 1 `;
  const far = `L${at(straight, -radius)}${end}${at(straight, radius)}`;
  return {
    outline: `M${at(-straight, -radius)}${far}L${at(-straight, radius)}${end}${at(-straight, -radius)}z`,
    seam: `M${at(0, -radius)}L${at(0, radius)}`,
    half: `M${at(0, -radius)}${far}L${at(0, radius)}z`,
  };
}

function pair([x, y]: Corner): string {
  return `${num(x)} ${num(y)}`;
}

function num(value: number): number {
  return Math.round(value * 100) / 100;
}
