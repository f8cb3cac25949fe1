"""Calls the core with boards of `grav.rules`: perceived breaches, shapes, legal points.

Without NumPy: opponents need no more than this.
"""

from array import array
from collections.abc import Sequence

from grav.native.bulk import BulkError, point_index
from grav.native.convert import core_rules
from grav.native.loading import core
from grav.native.perception_model import PerceptionModel
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
    if not 0 <= seat < rules.players or draws < 1:
        raise BulkError("native.looks", seat=seat, looks=draws)
    arguments = (seat, model.to_core(), seed % 2**64, draws, 1)
    seen = core().perceived_breaches(
        core_rules(rules), *_board_arrays(rules, [board], [last]), *arguments
    )
    return {point: seen[0, point.row, point.column] for point in _empty_points(board)}


def shapes_by_point(rules: Rules, board: Board) -> dict[Point, int]:
    """Returns, for each empty point, the number of shapes that a stone would complete."""
    counts = core().shape_counts(core_rules(rules), *_board_arrays(rules, [board], [None]), 1)
    return {point: counts[0, point.row, point.column] for point in _empty_points(board)}


def legal_points_with_shapes(
    rules: Rules, boards: Sequence[Board], lasts: Sequence[Point | None]
) -> list[dict[Point, int]]:
    """Returns, for each board, the legal points with the shapes that a stone would complete."""
    arrays = _board_arrays(rules, boards, lasts)
    legal = core().legal_masks(core_rules(rules), *arrays, 1)
    shapes = core().shape_counts(core_rules(rules), *arrays, 1)
    return [
        {
            point: shapes[number, point.row, point.column]
            for point in _empty_points(board)
            if legal[number, point.row, point.column]
        }
        for number, board in enumerate(boards)
    ]


def have_legal_points(
    rules: Rules, boards: Sequence[Board], lasts: Sequence[Point | None]
) -> list[bool]:
    """Returns for each board whether a point is legal. Counts no shapes, which takes longer."""
    legal = core().legal_masks(core_rules(rules), *_board_arrays(rules, boards, lasts), 1).tobytes()
    area = rules.size**2
    return [any(legal[begin : begin + area]) for begin in range(0, len(legal), area)]


def _board_arrays(
    rules: Rules, boards: Sequence[Board], lasts: Sequence[Point | None]
) -> tuple[memoryview, memoryview]:
    """Returns the boards as the core reads them, and the numbers of the stones to measure from.

    :raises BulkError: for a board of another size or with more seats, or a point without a stone
    """
    size = rules.size
    owners = array("b", bytes([255]) * (len(boards) * size * size))  # -1 as a signed byte
    for number, (board, last) in enumerate(zip(boards, lasts, strict=True)):
        if board.size != size:
            raise BulkError("native.shape", found=str(board.size), size=size)
        if last is not None and board.owner(last) is None:
            raise BulkError("native.lasts")
        for seat, stones in enumerate(board.owned):
            if stones and seat >= rules.players:
                raise BulkError("native.seats", most=rules.players - 1)
            for point in points_of(stones, size):
                owners[(number * size + point.row) * size + point.column] = seat
    shape = (len(boards), size, size)
    numbers = array("i", [point_index(last, size) for last in lasts])
    return memoryview(owners).cast("B").cast("b", shape), memoryview(numbers)


def _empty_points(board: Board) -> list[Point]:
    return sorted(points_of(all_points(board.size) & ~board.stones, board.size))
