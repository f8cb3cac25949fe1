"""Whether places are even: ratios setting by setting, against those of fair games by chance."""

from dataclasses import dataclass, field
from typing import cast

import pytest
from tests.subtests import every

from grav.atlas import MeasuredRow
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings.rows import find_measured_rows
from grav.lab.findings.seats import (
    PLAYER_COUNTS,
    best_places,
    place_ratio,
    place_ratio_by_chance,
    place_ratios,
)


@dataclass
class Wins:
    """What is asked of a row."""

    wins: tuple[float, ...]
    games: int = field(default=1000)

    @property
    def row(self) -> MeasuredRow:
        return cast("MeasuredRow", self)


@every(
    ("wins", "ratio"),
    [((0.5, 0.5), 1), ((0.2, 0.8), 4), ((0.8, 0.2), 4), ((0.2, 0.5, 0.3), 2.5)],
)
def test_the_ratio_is_of_the_best_and_the_worst_place(
    wins: tuple[float, ...], ratio: float
) -> None:
    assert place_ratio(Wins(wins).row) == pytest.approx(ratio)


def test_a_place_that_never_won_counts_as_one_that_won_once() -> None:
    assert place_ratio(Wins((1.0, 0.0), 1000).row) == pytest.approx(1000)
    assert place_ratio(Wins((0.999, 0.001), 1000).row) == pytest.approx(999)


@every("players", PLAYER_COUNTS)
@every("edition", ["revised", ADVISED_EDITION])
def test_there_is_a_ratio_for_each_setting_in_ascending_order(players: int, edition: str) -> None:
    rows = find_measured_rows(9, edition, players=players).values()
    ratios = place_ratios(9, edition, players)
    assert ratios == sorted(place_ratio(row) for row in rows)
    assert ratios[0] >= 1


def test_settings_with_different_best_places_do_not_average_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In medians of each place, these two settings would be even.
    rows = {"one": Wins((0.2, 0.8)), "other": Wins((0.8, 0.2))}
    monkeypatch.setattr("grav.lab.findings.seats.find_measured_rows", lambda *_, **__: rows)
    assert place_ratios(7, "revised", 2) == pytest.approx([4, 4])
    assert best_places(7, "revised", 2) == [0.5, 0.5]


@every("players", PLAYER_COUNTS)
def test_a_fair_game_has_a_ratio_above_1_by_chance_which_falls_with_more_games(
    players: int,
) -> None:
    ratios = [place_ratio_by_chance(players, games) for games in (1000, 4000, 16_000)]
    assert ratios == sorted(ratios, reverse=True)
    assert ratios[-1] > 1
    # Four times the games halve the deviation.
    assert ratios[1] - 1 == pytest.approx((ratios[0] - 1) / 2, rel=0.1)


def test_more_places_differ_more_by_chance() -> None:
    ratios = [place_ratio_by_chance(players, 8192) for players in PLAYER_COUNTS]
    assert ratios == sorted(ratios)


def test_the_ratio_by_chance_is_that_of_fair_dice() -> None:
    # Of two places, the difference of shares has a standard deviation of 1 / √n, and its size
    # a median of 0.6745 of that.
    games = 10_000
    apart = 0.6745 / games**0.5
    assert place_ratio_by_chance(2, games) - 1 == pytest.approx(2 * apart, rel=0.1)


@every("players", PLAYER_COUNTS)
def test_every_setting_has_one_best_place(players: int) -> None:
    best = best_places(7, "revised", players)
    assert len(best) == players
    assert sum(best) == pytest.approx(1)
