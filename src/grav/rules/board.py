"""The board: whose stones lie where. Sets of points are bitboards: integers, one bit per point.

A row of n points takes 2n bits, the upper half always empty. So a set can be moved or mirrored
as a whole by shifting: points that leave the board at either side fall into the empty half.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from grav.rules.point import Point

MIN_SIZE, MAX_SIZE = 3, 25
_MARKS = str.maketrans("0123456", ".012345")


@dataclass(frozen=True, slots=True)
class Board:
    """n × n points and the stones on them. Immutable: every change returns a new board."""

    size: int
    owned: tuple[int, ...]
    """For each seat, the set of its stones."""
    stones: int = field(init=False, compare=False, repr=False)
    """The set of all stones of all seats: the placement rules need nothing else."""
    written: list[str] = field(default_factory=list, init=False, compare=False, repr=False)
    """Cache of `rows`, filled on the first call."""

    def __post_init__(self) -> None:
        stones = 0
        for bits in self.owned:
            stones |= bits
        object.__setattr__(self, "stones", stones)

    @classmethod
    def empty(cls, size: int, seats: int) -> "Board":
        return cls(size, (0,) * seats)

    def has(self, point: Point) -> bool:
        """Whether the point is on this board."""
        return 0 <= point.column < self.size and 0 <= point.row < self.size

    def bit(self, point: Point) -> int:
        return 1 << (point.row * 2 * self.size + point.column)

    def owner(self, point: Point) -> int | None:
        """Returns the seat whose stone lies there, or None if the point is empty."""
        bit = self.bit(point)
        for seat, bits in enumerate(self.owned):
            if bits & bit:
                return seat
        return None

    def place(self, point: Point, seat: int) -> "Board":
        if not 0 <= seat < len(self.owned):
            raise ValueError(f"seat {seat} on a board of {len(self.owned)} seats")
        bit = self.bit(point)
        return Board(
            self.size,
            tuple(bits | bit if s == seat else bits for s, bits in enumerate(self.owned)),
        )

    def remove(self, point: Point) -> "Board":
        bit = self.bit(point)
        return Board(self.size, tuple(bits & ~bit for bits in self.owned))

    def counts(self) -> tuple[int, ...]:
        """Returns the number of stones of each seat."""
        return tuple(bits.bit_count() for bits in self.owned)

    @property
    def is_full(self) -> bool:
        return self.stones == all_points(self.size)

    def rows(self) -> list[str]:
        """Returns the board as text, from the top row: `.` or the owner's seat."""
        if not self.written:
            self.written.extend(self._write_rows())
        return list(self.written)

    def _write_rows(self) -> list[str]:
        # The binary digits of a set, read as hexadecimal, give each point a digit of its own.
        # Multiplied by seat + 1 and added up, one integer holds the owners of all points.
        digits = sum(seat * int(f"{bits:b}", 16) for seat, bits in enumerate(self.owned, start=1))
        width = 2 * self.size
        marks = f"{digits:0{width * self.size}x}"[::-1].translate(_MARKS)
        starts = range(width * (self.size - 1), -1, -width)
        return [marks[start : start + self.size] for start in starts]

    @classmethod
    def from_rows(cls, rows: Iterable[str], seats: int) -> "Board":
        """Builds the board from what `rows()` returns."""
        lines = list(rows)
        board = cls.empty(len(lines), seats)
        for row, line in enumerate(reversed(lines)):
            if len(line) != len(lines):
                raise ValueError(f"row {row + 1} has {len(line)} points, expected {len(lines)}")
            for column, mark in enumerate(line):
                if mark != ".":
                    board = board.place(Point(column, row), int(mark))
        return board


@cache
def all_points(size: int) -> int:
    """Returns the set of all points of a board."""
    row = (1 << size) - 1
    return sum(row << (y * 2 * size) for y in range(size))


@cache
def _point_at(index: int, size: int) -> Point:
    row, column = divmod(index, 2 * size)
    return Point(column, row)


def indices_of(bits: int) -> Iterator[int]:
    """Yields the indices of the bits that are set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def points_of(bits: int, size: int) -> Iterator[Point]:
    """Yields the points of a set."""
    for index in indices_of(bits):
        yield _point_at(index, size)


def shifted(bits: int, by: int) -> int:
    """Returns the set shifted left by that many bits, or right if the number is negative."""
    return bits << by if by >= 0 else bits >> -by
