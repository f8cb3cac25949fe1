"""The core's players at a table with opponents play as they do in the core."""

from math import sqrt

import pytest

from grav.arena import play_game
from grav.lab.core_player import CorePlayer
from grav.lab.measure_game import combine_rows, measure_game
from grav.lab.players import Entrant
from grav.lab.playout_tally import tally_playouts
from grav.native import Tally, tally
from grav.rules import Rules, parse_rules

pytestmark = pytest.mark.needs_core

LINES = [
    "5x5 2p 3 3 4 1 3 revised strict",
    "5x5 2p 3 3 4 1 3 classic strict",
    "5x5 3p 3 3 4 1 3 revised",
    "5x5 2p 3 3 4 1 3 classic",
]
GAMES = 150


def play_at_tables(rules: Rules, entrant: Entrant) -> Tally:
    games = []
    for game in range(GAMES):
        players = [CorePlayer(entrant, f"{game} {seat}") for seat in range(rules.players)]
        first = game % rules.players
        games.append(measure_game(rules, play_game(rules, players, first).record.actions, first))
    return tally_playouts(combine_rows(games), rules.players)


def is_close(found: Tally, core: Tally, column: str) -> bool:
    """Whether two means are within five standard errors of each other."""
    means: list[float] = []
    errors: list[float] = []
    for each in (found, core):
        total, squares = getattr(each, column), getattr(each, f"{column}_squared")
        mean = total / each.games
        means.append(mean)
        errors.append((squares / each.games - mean**2) / each.games)
    return abs(means[0] - means[1]) <= 5 * sqrt(sum(errors)) + 1e-9


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("entrant", [Entrant("random"), Entrant("greedy")], ids=str)
def test_games_at_tables_are_like_those_in_the_core(line: str, entrant: Entrant) -> None:
    rules = parse_rules(line)
    found = play_at_tables(rules, entrant)
    core = tally(rules, [entrant.policy] * rules.players, 5000, 1)
    assert found.stopped == core.stopped == 0
    for column in ("placements", "stones", "longest_chain", "margin"):
        assert is_close(found, core, column), (column, found, core)


def test_perception_misses_as_often_at_tables_as_in_the_core() -> None:
    rules = parse_rules("5x5 2p 3 3 4 1 3 revised")
    entrant = Entrant("random", 7)
    found = play_at_tables(rules, entrant)
    core = tally(rules, [entrant.policy] * rules.players, 5000, 1)
    for name in ("missed", "called", "wrong_shouts"):
        mine, theirs = getattr(found, name) / found.games, getattr(core, name) / core.games
        assert mine == pytest.approx(theirs, rel=0.35), name
    assert is_close(found, core, "placements")


def test_a_bonus_turn_that_must_be_used_is_used_even_if_every_point_breaks_a_rule() -> None:
    rules = parse_rules("3x3 2p 3 2 2 1 1 revised first=0")
    for game in range(60):
        players = [CorePlayer(Entrant("greedy"), f"{game} {seat}") for seat in range(2)]
        result = play_game(rules, players)
        assert not result.faults
        assert result.ended is not None
