"""What is learnt of others' eyes."""

import pytest

from grav.bots.opponent_model import OpponentModel


def test_strangers_are_taken_to_see_well() -> None:
    assert OpponentModel().notices(1) > 0.8


def test_who_misses_breaches_is_expected_to_miss_more() -> None:
    regard = OpponentModel()
    before = regard.notices(1)
    regard.missed(1)
    regard.missed(1)
    assert regard.notices(1) < before
    assert regard.notices(2) == before


def test_who_calls_breaches_is_expected_to_call_more() -> None:
    regard = OpponentModel()
    before = regard.notices(1)
    regard.saw(1)
    assert regard.notices(1) > before


def test_a_weak_sign_counts_less() -> None:
    once, half = OpponentModel(), OpponentModel()
    once.missed(0)
    half.missed(0, weight=0.5)
    assert once.notices(0) < half.notices(0)


@pytest.mark.parametrize(("plain", "hidden"), [(0.99, 0.6), (0.6, 0.2), (0.2, 0.02)])
def test_a_plainer_breach_is_likelier_called(plain: float, hidden: float) -> None:
    assert OpponentModel().caught([1], plain) > OpponentModel().caught([1], hidden)


def test_more_people_see_more() -> None:
    regard = OpponentModel()
    assert regard.caught([], 0.5) == 0
    assert regard.caught([1], 0.5) < regard.caught([1, 2], 0.5) < 1
