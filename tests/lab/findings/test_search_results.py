"""Shares and errors of matches, from the winners of their games."""

from math import sqrt

import pytest

from grav.lab.findings.search_results import Match, results_from_json, stored_results


def test_the_variant_plays_seat_0_first_and_seat_1_then() -> None:
    match = Match("it", "rules", "01" + "10" + "00" + "11")
    assert match.shares == [1, 0, 0.5, 0.5]
    assert match.share == 0.5
    assert match.games == 8


def test_the_unit_of_the_error_is_the_pair() -> None:
    assert Match("it", "rules", "0110").error == pytest.approx(sqrt(1 / 2) / sqrt(2))
    assert Match("it", "rules", "0011").error == 0
    assert Match("it", "rules", "01").error == 0


def test_who_was_on_turn_after_one_stone_and_after_two() -> None:
    match = Match("it", "rules", "11" + "00" + "01" + "10")
    assert match.won_by_next(1) == [True, True, False, True]
    assert match.won_by_next(2) == [True, True, False, True]


def test_what_is_stored_is_read_and_written_alike() -> None:
    found = stored_results()
    assert results_from_json(found.to_json()) == found
    assert found.provenance.command.startswith("python -m bench search")
