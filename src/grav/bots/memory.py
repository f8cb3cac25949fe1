"""Remembers what a person would: in which order the stones came that lie on the board."""

from grav.game import View
from grav.rules import Board, Point, points_of


class Memory:
    """The stones on the board in the order in which they were seen to come."""

    def __init__(self) -> None:
        self._trail: list[Point] = []

    def see(self, view: View) -> None:
        stones = set(points_of(view.board.stones, view.board.size))
        known = [point for point in self._trail if point in stones]
        self._trail = known + sorted(stones.difference(known))

    @property
    def last(self) -> Point | None:
        """The stone that the next distance is measured from."""
        return self._trail[-1] if self._trail else None

    def before(self, board: Board, new: Point) -> tuple[Board, Point | None]:
        """The board without the newest stone, and the stone that it had to be measured from."""
        earlier = [point for point in self._trail if point != new]
        return board.remove(new), earlier[-1] if earlier else None
