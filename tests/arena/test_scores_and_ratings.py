"""Scores, intervals and ratings: their values, and what they do not depend on."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from grav.arena import (
    Fault,
    PlayedGame,
    compute_ratings,
    compute_score,
    compute_standings,
    wilson_interval,
)
from grav.arena.score import Score, games_between, points_for_place

Won = Callable[..., PlayedGame]


def test_places_share_the_points_evenly() -> None:
    assert [points_for_place(place, 2) for place in range(2)] == [1, 0]
    assert [points_for_place(place, 3) for place in range(3)] == [1, 0.5, 0]
    for players in range(2, 7):
        assert sum(points_for_place(place, players) for place in range(players)) == pytest.approx(
            players / 2
        )


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_those_of_the_literature(
    points: float, games: int, low: float, high: float
) -> None:
    assert wilson_interval(points, games) == pytest.approx((low, high), abs=5e-5)


def test_intervals_are_wide_for_few_games_and_stay_within_bounds() -> None:
    assert wilson_interval(0, 0) == (0, 1)
    for games in (1, 10, 1000):
        for points in (0, games / 2, games):
            low, high = wilson_interval(points, games)
            assert 0 <= low <= points / games <= high <= 1
    assert wilson_interval(5, 10)[1] > wilson_interval(500, 1000)[1]


def test_a_standing_distinguishes_turns_and_seats(won: Won) -> None:
    games = [
        won(0, "AB", (0, 1), 0),  # A starts, on seat 0, and wins
        won(1, "BA", (0, 1), 0),  # B starts and wins
        won(2, "AB", (0, 1), 1),  # B starts, A wins on seat 0
        won(3, "BA", (1, 0), 1),  # A starts on seat 1 and wins
    ]
    first, second = compute_standings("BA", games)
    assert (first.player, first.score, first.wins) == ("A", Score(3, 4), 3)
    assert first.by_turn == (Score(2, 2), Score(1, 2))
    assert first.by_seat == (Score(2, 2), Score(1, 2))
    assert second.by_turn == (Score(1, 2), Score(0, 2))
    assert (first.stones, second.stones) == (8.75, 8.25)


def test_a_standing_counts_breaches_shouts_and_faults_of_each(won: Won) -> None:
    game = replace(
        won(0, "ABC", (2, 0, 1)),
        breaches_stood=(1, 2, 3),
        right_shouts=(4, 5, 6),
        wrong_shouts=(7, 8, 9),
        faults=(Fault(1, "occupied"),),
    )
    found = {standing.player: standing for standing in compute_standings("ABC", [game, game])}
    assert [found[name].score.mean for name in "ABC"] == [0.5, 0, 1]
    assert [found[name].breaches_stood for name in "ABC"] == [2, 4, 6]
    assert [found[name].right_shouts for name in "ABC"] == [8, 10, 12]
    assert [found[name].wrong_shouts for name in "ABC"] == [14, 16, 18]
    assert [found[name].faults for name in "ABC"] == [0, 2, 0]


def test_a_score_counts_only_the_games_in_which_one_played(won: Won) -> None:
    games = [won(0, "AB", (0, 1)), won(1, "AC", (1, 0)), won(2, "BC", (0, 1))]
    assert compute_score("A", games) == Score(1, 2)
    assert games_between("CA", games) == [games[1]]
    assert compute_standings("D", games)[0].score == Score()


def test_who_wins_more_is_rated_higher_even_without_having_met() -> None:
    games = [*["AB"] * 7, *["BA"] * 3, *["BC"] * 7, *["CB"] * 3]
    random.Random(1).shuffle(games)
    rated = compute_ratings("ABC", games)
    assert rated["A"].mu > rated["B"].mu > rated["C"].mu
    assert all(rating.ordinal < rating.mu for rating in rated.values())


def test_every_game_makes_a_rating_more_certain() -> None:
    reaches = [
        compute_ratings("AB", ["AB", "BA"] * rounds)["A"].half_width for rounds in (0, 1, 5, 50)
    ]
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[0] > 2 * reaches[-1]


def test_equal_players_are_rated_alike() -> None:
    rated = compute_ratings("AB", ["AB", "BA"] * 100)
    assert abs(rated["A"].mu - rated["B"].mu) < rated["A"].half_width / 4


def test_the_order_of_the_games_matters_little() -> None:
    games = ["AB"] * 60 + ["BA"] * 40 + ["CA"] * 30 + ["AC"] * 70
    found = []
    for seed in range(5):
        random.Random(seed).shuffle(games)
        found.append(compute_ratings("ABC", games))
    for name in "ABC":
        mus = [rated[name].mu for rated in found]
        assert max(mus) - min(mus) < found[0][name].half_width


def test_the_same_games_give_the_same_ratings() -> None:
    games = ["ABC", "CAB", "BCA", "ABC"]
    assert compute_ratings("ABC", games) == compute_ratings("ABC", games)
