"""The three placement rules together: the verdict on one placement, and all legal points."""

from dataclasses import dataclass

from grav.rules import continuity, density, distance
from grav.rules.board import Board, all_points, points_of
from grav.rules.point import Point
from grav.rules.rules import Rules
from grav.rules.shape_counts import shape_counts
from grav.rules.shapes import count

Breach = continuity.TooLongRun | density.TooFullSquare | distance.WrongDistance


@dataclass(frozen=True, slots=True)
class Verdict:
    """The truth about a placement: what it breaks, and the number of shapes it completes."""

    breaches: tuple[Breach, ...]
    shapes: int

    @property
    def violations(self) -> list[str]:
        """The names of the rules broken, sorted."""
        return sorted({breach.rule for breach in self.breaches})


def breaches(rules: Rules, board: Board, last: Point | None, new: Point) -> tuple[Breach, ...]:
    """Returns all breaches of a stone on an empty point; distance is measured from `last`."""
    a, b, c, d, e = rules.setting
    return (
        *continuity.breaches(board, new, a),
        *density.breaches(board, new, b, c),
        *distance.breaches(last, new, d, e),
    )


def judge(rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
    """Returns the verdict on a stone on an empty point."""
    return Verdict(breaches(rules, board, last, new), count(board, new, rules.edition))


def legal_set(rules: Rules, board: Board, last: Point | None) -> int:
    """Returns the set of the empty points where a stone breaks no rule."""
    a, b, c, d, e = rules.setting
    points = all_points(board.size) & ~board.stones & distance.allowed(board.size, last, d, e)
    if points:
        points &= ~continuity.forbidden(board, a) & ~density.forbidden(board, b, c)
    return points


def legal_points(rules: Rules, board: Board, last: Point | None) -> dict[Point, int]:
    """Returns each point where a stone breaks no rule, with the number of shapes it completes."""
    points = sorted(points_of(legal_set(rules, board, last), board.size))
    return shape_counts(board, points, rules.edition)
