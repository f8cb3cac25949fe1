"""Calls the core with boards of `grav.rules`: perceived breaches, shapes, legal points."""

from collections.abc import Sequence

from grav.native.bulk import board_array, legal_masks, perceived_breaches, point_index, shape_counts
from grav.native.perception import PerceptionModel
from grav.rules import Board, Point, Rules, points_of
from grav.rules.board import all_points


def count_perceived_breaches(
    rules: Rules,
    board: Board,
    last: Point | None,
    seat: int,
    model: PerceptionModel,
    seed: int,
    draws: int = 1,
) -> dict[Point, int]:
    """Returns, for each empty point, in how many draws a stone of the seat seems a breach."""
    import numpy as np

    lasts = np.array([point_index(last, board.size)], np.int32)
    seen = perceived_breaches(
        rules, board_array(board)[np.newaxis], lasts, seat, model, seed, draws
    )[0]
    return {point: int(seen[point.row, point.column]) for point in _empty(board)}


def shapes_by_point(rules: Rules, board: Board) -> dict[Point, int]:
    """Returns, for each empty point, the number of shapes that a stone would complete."""
    import numpy as np

    counts = shape_counts(rules, board_array(board)[np.newaxis])[0]
    return {point: int(counts[point.row, point.column]) for point in _empty(board)}


def legal_points_with_shapes(
    rules: Rules, boards: Sequence[Board], lasts: Sequence[Point | None]
) -> list[dict[Point, int]]:
    """Returns, for each board, the legal points with the shapes that a stone would complete."""
    import numpy as np

    arrays = np.stack([board_array(board) for board in boards])
    numbers = np.array([point_index(last, rules.size) for last in lasts], np.int32)
    legal = legal_masks(rules, arrays, numbers)
    shapes = shape_counts(rules, arrays)
    return [
        {
            Point(int(column), int(row)): int(counts[row, column])
            for row, column in np.argwhere(mask)
        }
        for mask, counts in zip(legal, shapes, strict=True)
    ]


def _empty(board: Board) -> list[Point]:
    return sorted(points_of(all_points(board.size) & ~board.stones, board.size))
