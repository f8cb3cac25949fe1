"""Remembers what a person would: the order in which the stones on the board were placed."""

from grav.game import View
from grav.rules import Board, Point, points_of


class MoveHistory:
    """The stones on the board, in the order in which they appeared in the views."""

    def __init__(self) -> None:
        self._trail: list[Point] = []
        self._placed_in_turn: set[Point] = set()

    def see(self, view: View) -> None:
        stones = set(points_of(view.board.stones, view.board.size))
        known = [point for point in self._trail if point in stones]
        self._trail = known + sorted(stones.difference(known))
        if not view.on_bonus_turn:
            self._placed_in_turn = set()
        elif self._trail:
            self._placed_in_turn.add(self._trail[-1])

    @property
    def trail(self) -> tuple[Point, ...]:
        return tuple(self._trail)

    @property
    def last(self) -> Point | None:
        """The stone that the next distance is measured from."""
        return self._trail[-1] if self._trail else None

    def count_earned_turns(self, view: View) -> int:
        """Returns the bonus turns earned in this turn: those begun, and those to come."""
        return len(self._placed_in_turn) + view.bonus_turns if view.on_bonus_turn else 0

    def before(self, board: Board, new: Point) -> tuple[Board, Point | None]:
        """Returns the board without the newest stone, and the stone it is measured from."""
        earlier = [point for point in self._trail if point != new]
        return board.remove(new), earlier[-1] if earlier else None
