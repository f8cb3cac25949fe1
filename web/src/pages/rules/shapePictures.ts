/** Boards with shapes; tests/web/test_rule_pictures.py checks them against the rules. */
import { stonesOf } from "../../board/points";
import type { Mark, Stones } from "../../board/types";
import found from "./shapePictures.json";

export interface ShapePicture {
  readonly id: string;
  readonly board: readonly string[];
  readonly new: string;
  readonly shapes: readonly { readonly centre: string; readonly points: readonly string[] }[];
}

export const CENTRES: readonly ShapePicture[] = found.centres;
export const NESTED: ShapePicture = found.nested;

export function stonesIn({ board }: ShapePicture): Stones {
  return stonesOf(board);
}

/** Returns the points on either side of a centre; twice the same if the centre is a point. */
export function sidesOf(centre: string): { readonly first: string; readonly second: string } {
  const [first = "", second = first] = centre.split("/");
  return { first, second };
}

/** Returns the mark of the stone that completes the shape. */
export function marksIn(picture: ShapePicture): readonly Mark[] {
  return [{ kind: "last", at: picture.new }];
}
