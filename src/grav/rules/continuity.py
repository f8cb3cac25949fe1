"""Continuity: no more than `a` stones at one interval on a line (row, column or diagonal).

Only runs that contain the new stone count; whose stones they are does not matter.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grav.rules.board import Board, shifted
from grav.rules.point import Point

NAME = "continuity"
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class TooLongRun:
    """The points of a run that is too long, sorted, and its interval."""

    points: tuple[Point, ...]
    interval: int
    limit: int

    rule = NAME

    def to_json(self) -> dict[str, object]:
        return {
            "rule": self.rule,
            "points": [str(point) for point in self.points],
            "interval": self.interval,
            "limit": self.limit,
        }


def breaches(board: Board, new: Point, a: int) -> Iterator[TooLongRun]:
    """Yields each too long run through the new stone (which need not be on the board yet)."""
    for across, up in LINES:
        for interval in intervals(board.size, a):
            step = (across * interval, up * interval)
            back = (-across * interval, -up * interval)
            run = [*_walk(board, new, back), new, *_walk(board, new, step)]
            if len(run) > a:
                yield TooLongRun(tuple(sorted(run)), interval, a)


def _walk(board: Board, start: Point, step: tuple[int, int]) -> list[Point]:
    """Returns the stones met from the start in equal steps, up to the first point without one."""
    met = []
    point = Point(start.column + step[0], start.row + step[1])
    while board.has(point) and board.stones & board.bit(point):
        met.append(point)
        point = Point(point.column + step[0], point.row + step[1])
    return met


def intervals(size: int, a: int) -> range:
    """Returns the intervals at which more than `a` stones fit on a line."""
    return range(1, (size - 1) // a + 1)


def forbidden(board: Board, a: int) -> int:
    """Returns the points where a stone would make a run too long; ignore those not empty.

    For each line and interval: ahead[j] is the set of points with j stones in a row ahead of
    them, behind[i] of those with i behind them. A stone with i + j = a such neighbours makes the
    run too long.
    """
    stones, found = board.stones, 0
    for across, up in LINES:
        for interval in intervals(board.size, a):
            step = interval * (up * 2 * board.size + across)
            behind, ahead = [-1], [-1]
            for count in range(1, a + 1):
                behind.append(behind[-1] & shifted(stones, count * step))
                ahead.append(ahead[-1] & shifted(stones, -count * step))
            for i in range(a + 1):
                found |= behind[i] & ahead[a - i]
    return found
