/** Describes points and rows of the board in words, for screen readers. */
import { say } from "../text/say.svelte";
import type { PointName, Stone, Stones } from "./types";

/** Describes what is on a point, for screen readers. */
export function describePoint(at: PointName, stone: Stone | undefined): string {
  if (!stone) return say("board.empty", { at });
  const player = stone.seat + 1;
  if (stone.number === undefined) return say("board.stone", { at, player });
  return say("board.numbered", { at, player, number: stone.number });
}

/** Describes a row from the left: its stones, each with its point and its player. */
export function describeRow(row: number, points: readonly PointName[], stones: Stones): string {
  const texts = points.flatMap((at) => {
    const stone = stones.get(at);
    return stone ? [say("board.row_stone", { at, player: stone.seat + 1 })] : [];
  });
  return texts.length ? say("board.row", { row, stones: texts }) : say("board.row_empty", { row });
}
