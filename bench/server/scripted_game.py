"""The script of two players at a table: one places a stone, the other accepts it and places the
next, and so on until the board is full. Placements and acceptances both count as actions."""

import random

SIZE = 13
LENGTH = 2 * SIZE * SIZE

_points = list(range(SIZE * SIZE))
random.Random("grav").shuffle(_points)


def is_placement(number: int) -> bool:
    return number % 2 == 0


def point(number: int) -> tuple[int, int]:
    """Returns column and row of a placement, counted from 0."""
    row, column = divmod(_points[number // 2], SIZE)
    return column, row


def actor(number: int) -> int:
    """Returns the acting seat: 0 places, 1 accepts and places, 0 accepts and places, ..."""
    return (number + 1) // 2 % 2
