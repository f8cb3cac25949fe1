"""The core's referee gives the verdicts of the Python rules, with every detail of a breach."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.game import State, start
from grav.native.referee import NativeReferee
from grav.rules import Point
from grav.rules.referee import PLAIN
from grav.testing import random_action, try_action
from grav.testing.games.random_rules import random_rules

pytestmark = pytest.mark.needs_core

NATIVE = NativeReferee()


@given(st.integers(0, 10**9), st.integers(0, 120))
def test_it_agrees_with_the_rules_on_every_empty_point(seed: int, actions: int) -> None:
    random = Random(seed)
    state = start(random_rules(random))
    for _ in range(actions):
        outcome = try_action(state, random_action(state, random))
        state = outcome if isinstance(outcome, State) else state
    rules, board, last = state.rules, state.board, state.last
    assert NATIVE.legal(rules, board, last) == PLAIN.legal(rules, board, last)
    assert list(NATIVE.shapes(rules, board).items()) == list(PLAIN.shapes(rules, board).items())
    legal = PLAIN.legal(rules, board, last)
    assert NATIVE.shapes(rules, board, legal) == PLAIN.shapes(rules, board, legal)
    empty = [
        Point(column, row)
        for column in range(board.size)
        for row in range(board.size)
        if board.owner(Point(column, row)) is None
    ]
    for at in random.sample(empty, min(len(empty), 8)):
        assert NATIVE.judge(rules, board, last, at) == PLAIN.judge(rules, board, last, at)


def test_it_refuses_a_point_that_is_not_empty() -> None:
    rules = random_rules(Random(1))
    board = start(rules).board.place(Point(1, 1), 0)
    with pytest.raises(ValueError, match="expected an empty point"):
        NATIVE.judge(rules, board, Point(1, 1), Point(1, 1))
