/** The types of the board's props; the board knows no rules. */

/** A point's name, such as `c5`: column by letter from the left, row by number from the bottom. */
export type PointName = string;

export interface Stone {
  readonly seat: number;
  /** The number of its placement, shown on it. */
  readonly number?: number;
}

export type Stones = ReadonlyMap<PointName, Stone>;

/** A mark on one point. */
export type Mark =
  | { readonly kind: "last"; readonly at: PointName }
  /** A point tapped once, to be confirmed by a second tap. */
  | { readonly kind: "pending"; readonly at: PointName; readonly seat: number }
  | { readonly kind: "legal"; readonly at: PointName }
  | { readonly kind: "count"; readonly at: PointName; readonly text: string }
  /** Part of a shown breach: in the red of the shout. */
  | { readonly kind: "breach"; readonly at: PointName }
  /** A stone that may be chosen, to be removed for example. */
  | { readonly kind: "choice"; readonly at: PointName };

/** A drawing over several points. */
export type Layer =
  | { readonly kind: "run"; readonly points: readonly PointName[] }
  | { readonly kind: "square"; readonly corner: PointName; readonly side: number }
  | { readonly kind: "distance"; readonly from: PointName; readonly to: PointName }
  /** Points at the right distance. */
  | { readonly kind: "reach"; readonly points: readonly PointName[] }
  | { readonly kind: "shape"; readonly points: readonly PointName[] };
