"""The interface that judges placements: the Python rules here, or a faster implementation.

Every implementation must give the same answers as the Python rules.
"""

from collections.abc import Iterable
from typing import Protocol

from grav.rules.board import Board, all_points, points_of
from grav.rules.legality import Verdict, judge, legal_set
from grav.rules.point import Point
from grav.rules.rules import Rules
from grav.rules.shape_counts import shape_counts
from grav.rules.shapes import Shape, completed


class Referee(Protocol):
    """Answers a game's questions on a board; `last` is the stone to measure the distance from."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        """Returns the verdict on a stone on an empty point."""

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        """Returns the empty points where a stone breaks no rule, sorted."""

    def shapes(
        self, rules: Rules, board: Board, points: Iterable[Point] | None = None
    ) -> dict[Point, int]:
        """Returns how many shapes a stone completes on each of these empty points; by default on
        all, legal or not, sorted."""

    def completed(
        self, rules: Rules, board: Board, new: Point, max_shapes: int | None = None
    ) -> list[Shape]:
        """Returns the shapes that a stone on an empty point completes: at most so many, the
        largest ones."""


class PlainReferee:
    """The reference implementation: calls the Python rules, which are the authority."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        return judge(rules, board, last, new)

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        return tuple(sorted(points_of(legal_set(rules, board, last), board.size)))

    def shapes(
        self, rules: Rules, board: Board, points: Iterable[Point] | None = None
    ) -> dict[Point, int]:
        if points is None:
            points = sorted(points_of(all_points(board.size) & ~board.stones, board.size))
        return shape_counts(board, points, rules.edition)

    def completed(
        self, rules: Rules, board: Board, new: Point, max_shapes: int | None = None
    ) -> list[Shape]:
        return completed(board, new, rules.edition, max_shapes)


PLAIN = PlainReferee()
