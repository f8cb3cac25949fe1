"""Density: no more than `c` stones in any b × b square of the board that holds the new stone."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from grav.rules.board import Board, all_points
from grav.rules.point import Point

NAME = "density"


@dataclass(frozen=True, slots=True)
class TooFullSquare:
    """The lower left corner of a too full square, and its number of stones with the new one."""

    corner: Point
    count: int
    limit: int

    rule = NAME

    def to_json(self) -> dict[str, object]:
        return {
            "rule": self.rule,
            "square": str(self.corner),
            "count": self.count,
            "limit": self.limit,
        }


def breaches(board: Board, new: Point, b: int, c: int) -> Iterator[TooFullSquare]:
    """Yields each too full square with the new stone (which need not be on the board yet)."""
    stones = board.stones | board.bit(new)
    for column in _corners(new.column, b, board.size):
        for row in _corners(new.row, b, board.size):
            corner = Point(column, row)
            count = (stones & _square(corner, b, board.size)).bit_count()
            if count > c:
                yield TooFullSquare(corner, count, c)


def _corners(at: int, b: int, size: int) -> range:
    """Returns where a stretch of b points on the board that contains this one can begin."""
    return range(max(0, at - b + 1), min(at, size - b) + 1)


@cache
def _square(corner: Point, b: int, size: int) -> int:
    row = (1 << b) - 1
    return sum(row << ((corner.row + y) * 2 * size + corner.column) for y in range(b))


def forbidden(board: Board, b: int, c: int) -> int:
    """Returns the points where a stone would make a square too full; ignore those not empty.

    Each square is represented by its lower left corner. The stones of all squares are counted at
    once by bit-sliced addition (one set per binary digit): first along each row, then over rows.
    """
    size = board.size
    rows = _sum([[board.stones >> across] for across in range(b)])
    counts = _sum([[digit >> (up * 2 * size) for digit in rows] for up in range(b)])
    full = _at_least(counts, c) & _all_corners(size, b)
    spread = 0
    for across in range(b):
        spread |= full << across
    found = 0
    for up in range(b):
        found |= spread << (up * 2 * size)
    return found


@cache
def _all_corners(size: int, b: int) -> int:
    """Returns the lower left corners of the squares that lie on the board."""
    points = all_points(size)
    last = b - 1
    return points & (points >> last) & (points >> (last * 2 * size))


def _sum(numbers: list[list[int]]) -> list[int]:
    """Adds bit-sliced numbers: per number, one set for each binary digit, lowest first."""
    total: list[int] = []
    for number in numbers:
        carry = 0
        for place in range(max(len(total), len(number))):
            mine = total[place] if place < len(total) else 0
            other = number[place] if place < len(number) else 0
            if place == len(total):
                total.append(0)
            total[place] = mine ^ other ^ carry
            carry = (mine & other) | (carry & (mine ^ other))
        if carry:
            total.append(carry)
    return total


def _at_least(digits: list[int], bound: int) -> int:
    """Returns the points whose bit-sliced number is at least the bound."""
    if bound >> len(digits):
        return 0
    above, equal = 0, -1
    for place in reversed(range(len(digits))):
        if bound >> place & 1:
            equal &= digits[place]
        else:
            above |= equal & digits[place]
            equal &= ~digits[place]
    return above | equal
