"""Estimates of the opponents' perception."""

import pytest

from grav.bots.opponent_model import OpponentModel


def test_unknown_opponents_are_assumed_to_see_well() -> None:
    assert OpponentModel().notice_probability(1) > 0.8


def test_who_misses_breaches_is_expected_to_miss_more() -> None:
    model = OpponentModel()
    before = model.notice_probability(1)
    model.record_missed(1)
    model.record_missed(1)
    assert model.notice_probability(1) < before
    assert model.notice_probability(2) == before


def test_who_calls_breaches_is_expected_to_call_more() -> None:
    model = OpponentModel()
    before = model.notice_probability(1)
    model.record_caught(1)
    assert model.notice_probability(1) > before


def test_weak_evidence_counts_less() -> None:
    once, half = OpponentModel(), OpponentModel()
    once.record_missed(0)
    half.record_missed(0, weight=0.5)
    assert once.notice_probability(0) < half.notice_probability(0)


@pytest.mark.parametrize(("plain", "hidden"), [(0.99, 0.6), (0.6, 0.2), (0.2, 0.02)])
def test_a_more_visible_breach_is_more_likely_to_be_called(plain: float, hidden: float) -> None:
    assert OpponentModel().call_probability([1], plain) > OpponentModel().call_probability(
        [1], hidden
    )


def test_several_opponents_together_see_more() -> None:
    model = OpponentModel()
    assert model.call_probability([], 0.5) == 0
    assert model.call_probability([1], 0.5) < model.call_probability([1, 2], 0.5) < 1
