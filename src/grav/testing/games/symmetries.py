"""The eight symmetries of a board (rotations and reflections); the rules are invariant."""

from dataclasses import dataclass

from grav.rules.board import Board
from grav.rules.point import Point


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Swaps columns with rows if `swapped`, then reverses the columns, the rows or both."""

    swapped: bool
    columns_turned: bool
    rows_turned: bool

    def point(self, point: Point, size: int) -> Point:
        column, row = point
        if self.swapped:
            column, row = row, column
        return Point(
            size - 1 - column if self.columns_turned else column,
            size - 1 - row if self.rows_turned else row,
        )

    def board(self, board: Board) -> Board:
        turned = Board.empty(board.size, len(board.owned))
        for row in range(board.size):
            for column in range(board.size):
                seat = board.owner(Point(column, row))
                if seat is not None:
                    turned = turned.place(self.point(Point(column, row), board.size), seat)
        return turned


SYMMETRIES = tuple(
    Symmetry(swapped, columns, rows)
    for swapped in (False, True)
    for columns in (False, True)
    for rows in (False, True)
)
