"""Shares with intervals: known values, coverage, and games as the unit."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.arena import ShareOfGames, ShareOfOpponents, wilson_interval


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_of_the_literature(hits: int, of: int, low: float, high: float) -> None:
    assert wilson_interval(hits, of) == pytest.approx((low, high), abs=5e-5)
    assert ShareOfGames(hits, of).interval == wilson_interval(hits, of)


def test_intervals_are_wide_for_few_games_and_stay_within_bounds() -> None:
    assert wilson_interval(0, 0) == (0, 1)
    for games in (1, 10, 1000):
        for hits in (0, games / 2, games):
            low, high = wilson_interval(hits, games)
            assert 0 <= low <= hits / games <= high <= 1
    assert wilson_interval(5, 10)[1] > wilson_interval(500, 1000)[1]


@given(st.integers(0, 60), st.integers(0, 60))
def test_with_one_opponent_the_share_of_opponents_is_that_of_games(won: int, lost: int) -> None:
    opponents = ShareOfOpponents((1.0,) * won + (0.0,) * lost, 1)
    games = ShareOfGames(won, won + lost)
    assert opponents.share == pytest.approx(games.share)
    assert opponents.interval == pytest.approx(games.interval)


def width(of: ShareOfOpponents | ShareOfGames) -> float:
    low, high = of.interval
    return high - low


def test_opponents_of_one_game_count_less_the_more_they_depend_on_each_other() -> None:
    """Ahead of all or of none is one result a game, however many opponents there are."""
    together = ShareOfOpponents((1.0, 0.0) * 50, 4)
    assert together.interval == pytest.approx(ShareOfGames(50, 100).interval)
    apart = ShareOfOpponents((0.5, 0.25, 0.75, 0.5) * 25, 4)
    assert width(apart) < 0.6 * width(together)
    assert width(apart) >= width(ShareOfGames(200, 400)) * (1 - 1e-9)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_games_that_do_not_vary_count_as_one_result_each(share: float) -> None:
    found = ShareOfOpponents((share,) * 20, 4)
    assert found.interval == pytest.approx(wilson_interval(20 * share, 20))


def opponents_behind(chance: Random, strengths: Sequence[float]) -> float:
    """Draws the order of a game (Plackett–Luce); returns the share of opponents behind the first
    player."""
    arrivals = [chance.expovariate(strength) for strength in strengths]
    return sum(arrivals[0] < other for other in arrivals[1:]) / (len(arrivals) - 1)


@pytest.mark.parametrize("strengths", [(1, 1, 1), (2, 1, 1, 1), (1, 1, 1, 1, 1, 1)])
def test_intervals_contain_the_true_share_about_nineteen_times_out_of_twenty(
    strengths: Sequence[float],
) -> None:
    chance = Random(1)
    truth = strengths[0] / (strengths[0] + strengths[1])
    held = 0
    for _ in range(1000):
        games = tuple(opponents_behind(chance, strengths) for _ in range(60))
        low, high = ShareOfOpponents(games, len(strengths) - 1).interval
        held += low <= truth <= high
    assert 930 <= held <= 970


def test_without_games_nothing_is_known() -> None:
    for nothing in (ShareOfGames(), ShareOfOpponents()):
        assert (nothing.share, nothing.interval) == (0, (0, 1))
