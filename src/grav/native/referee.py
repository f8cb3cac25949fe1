"""A referee in the core: the same verdicts as those of `grav.rules`, many times faster."""

import atexit
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from grav.native.convert import core_rules, point_number, points_by_number
from grav.native.loading import core
from grav.rules import Board, Point, Rules, Shape
from grav.rules.continuity import TooLongRun
from grav.rules.density import TooFullSquare
from grav.rules.distance import breaches as distance_breaches
from grav.rules.legality import Breach, Verdict
from grav.rules.referee import PLAIN

if TYPE_CHECKING:
    from grav.native import _core

MAX_CACHED_RULES = 64
"""Cache size: sets of rules with their tables, some hundred kilobytes each on large boards."""
MAX_CACHED_SQUARES = 4096
"""Cache size: breaches of density. Late in a game most stones meet the same squares again."""


class NativeReferee:
    """Needs the core: check `grav.native.loading.is_available` first."""

    def judge(self, rules: Rules, board: Board, last: Point | None, new: Point) -> Verdict:
        size, (a, _, c, d, e) = board.size, rules.setting
        at, points = point_number(new, size), points_by_number(size)
        shapes, runs, squares = _core_referee(rules).judge(_stone_bytes(board), at)
        found: list[Breach] = [
            TooLongRun(tuple(sorted([points[n] for n in run])), interval, a)
            for run, interval in runs
        ]
        found += [_full_square(points[n], count, c) for n, count in squares]
        found += distance_breaches(last, new, d, e)
        return Verdict(tuple(found), shapes)

    def legal(self, rules: Rules, board: Board, last: Point | None) -> tuple[Point, ...]:
        points = points_by_number(board.size)
        origin = -1 if last is None else point_number(last, board.size)
        found = _core_referee(rules).legal(_stone_bytes(board), origin)
        return tuple(sorted(points[number] for number in found))

    def shapes(
        self, rules: Rules, board: Board, points: Iterable[Point] | None = None
    ) -> dict[Point, int]:
        numbered = points_by_number(board.size)
        counts = _core_referee(rules).shapes(_stone_bytes(board))
        found = dict(sorted((numbered[number], count) for number, count in counts))
        return found if points is None else {point: found[point] for point in points}

    def completed(
        self, rules: Rules, board: Board, new: Point, max_shapes: int | None = None
    ) -> list[Shape]:
        """The core counts shapes; their stones are found by the Python rules."""
        return PLAIN.completed(rules, board, new, max_shapes)


@lru_cache(MAX_CACHED_SQUARES)
def _full_square(corner: Point, count: int, limit: int) -> TooFullSquare:
    return TooFullSquare(corner, count, limit)


@lru_cache(MAX_CACHED_RULES)
def _core_referee(rules: Rules) -> "_core.Referee":
    made: _core.Referee = core().Referee.new(core_rules(rules))
    return made


atexit.register(_core_referee.cache_clear)  # core objects alive at exit are reported as leaks


def _stone_bytes(board: Board) -> bytes:
    """Returns the set of all stones as bytes, lowest bit first."""
    return board.stones.to_bytes((2 * board.size * board.size + 7) // 8, "little")
