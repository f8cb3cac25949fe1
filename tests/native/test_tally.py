"""Tallies of the core equal the sums of the columns of the same games."""

import numpy as np
import pytest
from tests.native.test_bulk_playouts import every_rules, policies

from grav.native import Playouts, Tally, playouts, tally
from grav.native.tallies import SEATS
from grav.rules import Rules

pytestmark = pytest.mark.needs_core


def add_up(played: Playouts, players: int) -> Tally:
    """Computes the expected tally from the columns of the games."""
    ended = played.winner >= 0
    winner, first = played.winner[ended], played.first[ended]
    stones = played.stones[ended].astype(np.int64)
    ranked = np.sort(stones, axis=1)
    margin = ranked[:, -1] - ranked[:, -2]
    missed = played.missed_of_winner[ended]

    def total(column: str) -> int:
        return int(getattr(played, column)[ended].sum())

    def along(column: str) -> tuple[int, ...]:
        return tuple(int(each.sum()) for each in getattr(played, column)[ended].T)

    def squares(column: str) -> int:
        return int((getattr(played, column)[ended].astype(np.int64) ** 2).sum())

    def counts(values: "np.ndarray[tuple[int], np.dtype[np.int32]]") -> tuple[int, ...]:
        return tuple(int((values == value).sum()) for value in range(SEATS))

    return Tally(
        games=int(ended.sum()),
        stopped=int((~ended).sum()),
        ties=int((margin == 0).sum()),
        by_seat=counts(winner),
        by_place=counts((winner - first) % players),
        stones=int(stones.sum()),
        stones_squared=int((stones.sum(axis=1) ** 2).sum()),
        margin=int(margin.sum()),
        margin_squared=int((margin**2).sum()),
        placements=total("placements"),
        placements_squared=squares("placements"),
        decisions=along("decisions"),
        legal=along("legal"),
        in_reach=along("in_reach"),
        shapes=total("shapes"),
        bonus_turns=total("bonus_turns"),
        longest_chain=total("longest_chain"),
        longest_chain_squared=squares("longest_chain"),
        shaped=int((played.first_shape[ended] > 0).sum()),
        first_shape=total("first_shape"),
        by_first_shape=int((played.first_shape_by[ended] == winner).sum()),
        lead_changes=total("lead_changes"),
        lead_changes_squared=squares("lead_changes"),
        behind=total("behind"),
        breaches=total("breaches"),
        missed=total("missed"),
        called=total("called"),
        wrong_shouts=total("wrong_shouts"),
        stolen=int(((missed > 0) & (margin <= missed)).sum()),
    )


@every_rules
def test_a_tally_is_the_sum_of_its_games_for_any_number_of_threads(rules: Rules) -> None:
    who = policies(rules)
    expected = add_up(playouts(rules, who, 150, 5, max_placements=200), rules.players)
    for threads in (1, 3):
        assert tally(rules, who, 150, 5, threads, max_placements=200) == expected


@every_rules
def test_tallies_of_the_parts_of_a_run_add_up_to_the_whole(rules: Rules) -> None:
    who = policies(rules)
    whole = tally(rules, who, 70, 5, max_placements=200)
    parts = [
        tally(rules, who, to - at, 5, first_game=at, max_placements=200)
        for at, to in ((0, 1), (1, 33), (33, 70))
    ]
    assert sum(parts, Tally()) == whole
    assert Tally.from_numbers(whole.numbers()) == whole


def test_an_invalid_tally_is_refused() -> None:
    with pytest.raises(ValueError, match="3 numbers"):
        Tally.from_numbers([1, 2, 3])
