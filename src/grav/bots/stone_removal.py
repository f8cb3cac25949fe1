"""Chooses the stone to remove from a violator: the one whose removal offers the most to the next
seat on turn, which is the one that removes it."""

import random

from grav.game import View
from grav.native.board_queries import legal_points_with_shapes
from grav.rules import Point, points_of


def choose_stone_to_remove(view: View, trail: tuple[Point, ...], chance: random.Random) -> Point:
    assert view.violator is not None
    board = view.board
    stones = sorted(points_of(board.owned[view.violator], board.size))
    chance.shuffle(stones)
    lasts = [next((p for p in reversed(trail) if p != stone), None) for stone in stones]
    offered = legal_points_with_shapes(view.rules, [board.remove(stone) for stone in stones], lasts)
    worth = [_removal_sort_key(points) for points in offered]
    return stones[worth.index(max(worth))]


def _removal_sort_key(points: dict[Point, int]) -> tuple[bool, int, int]:
    """Sort key: whether a shape can be completed, on how many points, the number of points."""
    completing = sum(1 for shapes in points.values() if shapes)
    return completing > 0, completing, len(points)
