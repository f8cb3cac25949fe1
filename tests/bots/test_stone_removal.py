"""Which stone of a violator is removed."""

from dataclasses import replace
from random import Random

import pytest

from grav.bots.stone_removal import choose_stone_to_remove
from grav.game import Penalty, start, view
from grav.rules import parse_rules, points_of
from grav.testing.games.drawing import parse_drawing

pytestmark = pytest.mark.needs_core


def test_the_stone_to_remove_is_the_one_whose_place_completes_a_shape() -> None:
    """On d7 an own stone would complete seven stones around d4; the stone on a5 blocks nobody."""
    agreed = parse_rules("7x7 2p 7 7 49 0 12 revised min_shape=6 first=0")
    board = parse_drawing(
        """
        . . . O . . .
        . . X . . X .
        O . . . . . .
        . . . X . . .
        . . . . . . .
        . X . . X . .
        . . . X . . .
        """
    ).board
    trail = tuple(sorted(points_of(board.stones, 7)))
    state = replace(start(agreed), board=board, phase=Penalty(0, 1), trail=trail, begun=True)
    assert str(choose_stone_to_remove(view(state, 0), trail, Random(0))) == "d7"
