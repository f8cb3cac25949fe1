"""Ratings: their values, and what they do not depend on."""

import random

from grav.arena import compute_ratings


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
