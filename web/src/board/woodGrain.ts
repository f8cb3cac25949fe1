/** The wood grain of the tray's four sides: fine lines, the same for each tray of a size. */

const LINES = 7;
const PIECES = 5;

/** Returns one path for all four sides, mitred at the corners. */
export function woodGrainPath(total: number, rim: number): string {
  const chance = seededRandom(total);
  const sides = [0, 1, 2, 3].map((side) => stave(total, rim, side, chance));
  return sides.join("");
}

function stave(total: number, rim: number, side: number, chance: () => number): string {
  const turned = turn(total, side);
  let path = "";
  for (let line = 0; line < LINES; line += 1) {
    const depth = (rim * (line + 0.3 + 0.5 * chance())) / LINES;
    const length = total - 2 * depth;
    // Half of the lines begin later.
    const from = depth + length * (chance() < 0.5 ? 0 : 0.3 * chance());
    const step = (total - depth - from) / PIECES;
    const wave = () => depth + rim * 0.05 * (chance() - 0.5);
    path += `M${turned(from, depth)}`;
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const x = from + piece * step;
      const y = piece === PIECES ? depth : wave();
      path += `Q${turned(x - step / 2, wave())} ${turned(x, y)}`;
    }
  }
  return path;
}

/**
 * Rotates points around the centre by quarter turns: the top stave becomes the right one, and so
 * on.
 */
function turn(total: number, quarters: number): (x: number, y: number) => string {
  return (x, y) => {
    for (let count = 0; count < quarters; count += 1) [x, y] = [total - y, x];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
}

/** A seeded pseudo-random generator (LCG) of numbers from 0 to 1. */
function seededRandom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
