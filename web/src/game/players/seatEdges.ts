/** Assigns seats to the edges of a shared device: clockwise, beginning at the bottom. */

export type Edge = "bottom" | "left" | "top" | "right";

const EDGES_BY_SEATS: Readonly<Record<number, readonly Edge[]>> = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top", "top", "right"],
  6: ["bottom", "bottom", "left", "top", "top", "right"],
};

/**
 * Returns the edge of each seat. A narrow screen has no room at its sides: half of the players sit
 * at each end.
 */
export function edgesOf(seats: number, isNarrow: boolean): readonly Edge[] {
  if (isNarrow) {
    const near = Math.ceil(seats / 2);
    return Array.from({ length: seats }, (_, seat) => (seat < near ? "bottom" : "top"));
  }
  return EDGES_BY_SEATS[seats] ?? Array.from({ length: seats }, () => "bottom");
}

/**
 * Returns the seats at an edge, in the order of the screen: from left to right, or from top to
 * bottom.
 */
export function seatsAt(edge: Edge, edges: readonly Edge[]): readonly number[] {
  const seats = edges.flatMap((each, seat) => (each === edge ? [seat] : []));
  // Clockwise means from right to left at the bottom.
  return edge === "bottom" ? seats.reverse() : seats;
}
