"""Points of the board and their names: a column letter, then a row from the bottom (`c5`)."""

import re
from typing import NamedTuple, Self

from grav.text import GravError

_NAME = re.compile(r"([a-z])(0|[1-9][0-9]{0,3})")


class PointError(GravError):
    """A text that is no point name."""


class Point(NamedTuple):
    """A column and a row, both from 0; `a1` is (0, 0). Sorts by column, then row.

    A point is independent of board size: `z99` is a point that no board has.
    """

    column: int
    row: int

    @classmethod
    def parse(cls, name: str) -> Self:
        match = _NAME.fullmatch(name)
        if match is None:
            raise PointError("rules.point_name", found=name[:40])
        letter, number = match.groups()
        return cls(ord(letter) - ord("a"), int(number) - 1)

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.row + 1}"

    def taxi_distance(self, other: "Point") -> int:
        """Returns the taxi distance (Manhattan distance) to the other point."""
        return abs(self.column - other.column) + abs(self.row - other.row)
