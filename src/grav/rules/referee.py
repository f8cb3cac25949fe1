"""Who judges placements: the rules themselves, or something quicker that is held equal to them."""

from typing import Protocol

from grav.rules.board import Board, all_points, points_of
from grav.rules.legality import Verdict, judge, legal_set
from grav.rules.point import Point
from grav.rules.rules import Rules
from grav.rules.shape_counts import shape_counts


class Referee(Protocol):
    """What a game asks about a board; `last` is the stone that the distance is measured from."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        """The verdict on a stone on an empty point."""

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        """The empty points where a stone breaks no rule, sorted."""

    def shapes(self, rules: Rules, board: Board) -> dict[Point, int]:
        """For every empty point, legal or not, the shapes that a stone would complete; sorted."""


class PlainReferee:
    """The rules as they stand here: the authority."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        return judge(rules, board, last, new)

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        return tuple(sorted(points_of(legal_set(rules, board, last), board.size)))

    def shapes(self, rules: Rules, board: Board) -> dict[Point, int]:
        empty = sorted(points_of(all_points(board.size) & ~board.stones, board.size))
        return shape_counts(board, empty, rules.edition.shapes, rules.edition.min_shape)


PLAIN = PlainReferee()
