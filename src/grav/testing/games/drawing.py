"""Boards as drawings, to be read in tests: `X` and `O` are the first two seats, `.` is empty.

A digit is the stone of that seat. `*` is an empty point that a test asks about. Spaces are
ignored.
"""

from typing import NamedTuple

from grav.rules.board import Board
from grav.rules.point import Point

_SEATS = {"X": 0, "O": 1, **{str(seat): seat for seat in range(6)}}

LINES = {"row": (1, 0), "column": (0, 1), "rising": (1, 1), "falling": (1, -1)}
"""The lines of the continuity rule, by name: columns and rows per step."""


class Drawing(NamedTuple):
    board: Board
    asked: tuple[Point, ...]
    """The points marked `*`, sorted."""

    @property
    def asked_point(self) -> Point:
        """The one point marked `*`."""
        (point,) = self.asked
        return point


def parse_drawing(text: str, seats: int = 2) -> Drawing:
    """Parses a drawing: one line per row, from the top, as many points as rows."""
    rows = ["".join(line.split()) for line in text.strip().splitlines()]
    marks = {
        Point(column, len(rows) - 1 - down): mark
        for down, row in enumerate(rows)
        for column, mark in enumerate(row)
    }
    if any(len(row) != len(rows) for row in rows):
        raise ValueError(f"a drawing of {len(rows)} rows is not square")
    return _build_drawing(marks, len(rows), seats)


def parse_line_drawing(text: str, line: str, seats: int = 2) -> Drawing:
    """Returns a board on which the marks of a text lie along a line: `X . X . *`."""
    marks = "".join(text.split())
    size = max(3, len(marks))
    across, up = LINES[line]
    column = 0 if across else size // 2
    row = size - 1 if up < 0 else 0 if up else size // 2
    return _build_drawing(
        {Point(column + across * k, row + up * k): mark for k, mark in enumerate(marks)},
        size,
        seats,
    )


def _build_drawing(marks: dict[Point, str], size: int, seats: int) -> Drawing:
    board = Board.empty(size, seats)
    for point, mark in marks.items():
        if mark in _SEATS:
            board = board.place(point, _SEATS[mark])
        elif mark not in ".*":
            raise ValueError(f"{mark!r} has no meaning in a drawing")
    return Drawing(board, tuple(sorted(point for point, mark in marks.items() if mark == "*")))
