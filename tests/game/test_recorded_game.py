"""The game at the end of the Korean rulebook, which names one breach in it."""

import pytest

from grav.game import Accept, Placed, apply, start
from grav.rules import Breach, Point, TooLongRun, WrongDistance, parse_rules
from grav.testing import place

RULES = parse_rules("9x9 2p 3 3 4 2 4 revised first=0")
MOVES = """
    f7 e6 d5 e4 f5 h5 h7 i6 i9 h8 g9
    e9 c8 e8 b9 a7 c7 b6 a5 b4 c3 a3
    b1 b2 d1 e3 g4 i4 i1 e1 f2 h3 g1
"""


@pytest.fixture(scope="module")
def breaches() -> dict[int, tuple[Breach, ...]]:
    """The breaches of each move, by its number from 1; nobody shouts."""
    state = start(RULES)
    found = {}
    for number, at in enumerate(MOVES.split(), 1):
        seat = (number - 1) % 2
        step = apply(state, place(seat, at))
        (placed,) = step.events
        assert isinstance(placed, Placed)
        assert placed.verdict is not None
        found[number] = placed.verdict.breaches
        state = apply(step.state, Accept(1 - seat)).state
    assert state.board.counts() == (17, 16)
    return found


def test_move_24_is_at_distance_1_from_move_23(breaches: dict[int, tuple[Breach, ...]]) -> None:
    assert breaches[24] == (WrongDistance(Point.parse("b1"), 1, 2, 4),)


def test_move_32_makes_a_run_of_four_on_a_diagonal(
    breaches: dict[int, tuple[Breach, ...]],
) -> None:
    run = tuple(map(Point.parse, ("e6", "f5", "g4", "h3")))
    assert breaches[32] == (TooLongRun(run, interval=1, limit=3),)


def test_no_other_move_breaks_a_rule(breaches: dict[int, tuple[Breach, ...]]) -> None:
    assert len(breaches) == 33
    assert [number for number, found in breaches.items() if found] == [24, 32]
