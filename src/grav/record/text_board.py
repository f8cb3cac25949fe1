"""Draws a board as plain text, for terminals and tests, and parses such drawings.

Every mark is one cell wide in all terminals: none is among those that terminals in Korea or Japan
show twice as wide. A caller that wants colours adds them by `paint`.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from string import ascii_lowercase

from grav.rules import Board, Point

MARKS = "◉▮▰✶◊◌"
"""The stones by seat, similar to their forms: round, tablet, capsule, hexagon, lozenge, ring."""
ASCII_MARKS = "123456"
"""The stones as player numbers from 1, for fonts without the other marks."""
EMPTY = "."

Paint = Callable[[str, int | None], str]

_SEATS = {mark: str(seat) for marks in (MARKS, ASCII_MARKS) for seat, mark in enumerate(marks)}
_ROW = re.compile(r"\s*(\d{1,2})(?=\s)(.*)")
_POINT = re.compile(r"\s*\[?([^\s\[\]])[^\s\[\]]?\]?")


def draw(
    board: Board,
    *,
    ascii: bool = False,  # noqa: A002  # like the built-in function: ASCII only
    highlights: Collection[Point] = (),
    marks: Mapping[Point, str] | None = None,
    paint: Paint | None = None,
) -> str:
    """Draws the board from the top row, with its coordinates.

    Each point is three cells wide: highlights are in brackets (`[◉]`), and one letter of `marks`
    follows the point (`.2`), in place of a closing bracket. `paint` is called for each stone with
    its seat and for everything else with None, never for blanks.
    """
    paint = paint or _plain
    marks = marks or {}
    stones = ASCII_MARKS if ascii else MARKS
    lines = []
    for row in reversed(range(board.size)):
        label = str(row + 1)
        line = " " * (2 - len(label)) + paint(label, None) + " "
        for column in range(board.size):
            point = Point(column, row)
            seat, highlit = board.owner(point), point in highlights
            line += paint("[", None) if highlit else " "
            line += paint(EMPTY if seat is None else stones[seat], seat)
            if point in marks:
                line += paint(_checked(marks[point]), None)
            else:
                line += paint("]", None) if highlit else " "
        lines.append(line.rstrip())
    names = "  ".join(paint(letter, None) for letter in ascii_lowercase[: board.size])
    return "\n".join((*lines, "    " + names)) + "\n"


def _plain(text: str, _seat: int | None) -> str:
    return text


def _checked(mark: str) -> str:
    if len(mark) != 1 or mark in "[]" or not mark.isprintable() or mark.isspace():
        raise ValueError(f"mark {mark!r}, expected one letter that is no bracket or blank")
    if unicodedata.east_asian_width(mark) in "WF":
        raise ValueError(f"mark {mark!r} is two cells wide, expected one")
    return mark


def parse_drawing(text: str) -> list[str]:
    """Parses a drawing into rows as `Board.from_rows` takes them: `.` or the owner's seat.

    Accepts both kinds of stones; ignores highlights, marks and the line of letters. So tests can
    draw with one blank between points; only the row numbers are required.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and not _ROW.match(lines[-1]):
        lines.pop()
    rows = []
    for number, line in zip(range(len(lines), 0, -1), lines, strict=True):
        match = _ROW.fullmatch(line)
        if match is None or int(match[1]) != number:
            raise ValueError(f"line {line!r}, expected row {number}")
        marks = [found[1] for found in _POINT.finditer(match[2])]
        if len(marks) != len(lines):
            raise ValueError(f"row {number} has {len(marks)} points, expected {len(lines)}")
        rows.append("".join(_seat_of(mark, number) for mark in marks))
    return rows


def _seat_of(mark: str, number: int) -> str:
    if mark != EMPTY and mark not in _SEATS:
        raise ValueError(f"{mark!r} is no stone, in row {number}")
    return _SEATS.get(mark, EMPTY)
