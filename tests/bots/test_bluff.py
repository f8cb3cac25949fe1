"""Breaking a rule on purpose: only where it pays."""

import pytest

from grav.bots.bluff import find_bluff
from grav.bots.opponent_model import OpponentModel
from grav.bots.search_choice import MoveSearch, SearchChoice
from grav.native.search import Root
from grav.rules import Board, Point, breaches, parse_rules, points_of
from grav.testing.games.drawing import parse_drawing

pytestmark = pytest.mark.needs_core

# A stone on h4 makes a parallelogram with c3, e1 and f6, but i8 is five steps away, one too many.
RULES = parse_rules("9x9 2p 3 3 4 2 4 revised first=0")
BOARD: Board = parse_drawing(
    """
    . . . . . . . . .
    . . . . . . . . X
    . . . . . . . . .
    . . . . . O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    """
).board
LAST = Point(8, 7)
TEMPTING = Point(7, 3)


def root() -> Root:
    others = sorted(point for point in points_of(BOARD.stones, 9) if point != LAST)
    return Root(BOARD, (*others, LAST), to_move=1, first=0)


def blind() -> OpponentModel:
    model = OpponentModel()
    for _ in range(200):
        model.record_missed(0)
    return model


def sharp() -> OpponentModel:
    model = OpponentModel()
    for _ in range(200):
        model.record_caught(0)
    return model


def try_bluff(
    model: OpponentModel, shapes: int = 1, honest: SearchChoice | None = None
) -> SearchChoice | None:
    search = MoveSearch(lambda *_: 200, True, seed=1)
    first = honest or SearchChoice(Point(6, 5), 0, 0.0)
    return find_bluff(RULES, root(), {TEMPTING: shapes}, first, model, search)


def test_the_tempting_point_breaks_a_rule() -> None:
    assert breaches(RULES, BOARD, LAST, TEMPTING)


def test_nobody_bluffs_against_perfect_perception() -> None:
    assert try_bluff(sharp()) is None


def test_against_opponents_who_see_nothing_a_shape_is_worth_a_breach() -> None:
    found = try_bluff(blind())
    assert found is not None
    assert found.at == TEMPTING


def test_a_breach_that_completes_nothing_is_not_worth_trying() -> None:
    assert try_bluff(blind(), shapes=0) is None


def test_a_player_who_sees_no_legal_move_passes_instead() -> None:
    assert try_bluff(blind(), honest=SearchChoice(None, 0, 0.0)) is None


def test_the_same_inputs_give_the_same_decision() -> None:
    assert try_bluff(blind()) == try_bluff(blind())
