"""Measuring games from their actions gives the rows of the core for the same games."""

from dataclasses import fields

import numpy as np
import pytest
from tests.native import test_python_mirror
from tests.native.test_python_mirror import Mirror, draw_game

from grav.arena import play_game
from grav.bots import create_player
from grav.game import Accept, Action, Grav, Pass, Place, Remove, State, apply
from grav.game.turns import Transition
from grav.lab.measure_game import combine_rows, measure_game
from grav.native import Playouts, playouts
from grav.rules import Point, parse_rules

pytestmark = pytest.mark.needs_core


@pytest.mark.parametrize("number", range(60))
def test_a_game_of_the_core_gives_the_cores_row(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Python mirror plays the core's games by actions; here the actions are recorded."""
    actions: list[Action] = []

    def watched(state: State, action: Action) -> Transition:
        actions.append(action)
        return apply(state, action)

    monkeypatch.setattr(test_python_mirror, "apply", watched)
    rules, greedy, most = draw_game(number)
    names = ["greedy" if kind else "random" for kind in greedy]
    expected = playouts(rules, names, 3, number, first_game=number, max_placements=most)
    games = []
    for game in range(3):
        actions.clear()
        mirror = Mirror(rules, greedy, number, number + game, most)
        mirror.play()
        games.append(measure_game(rules, actions, mirror.first))
    found = combine_rows(games)
    for field in fields(Playouts):
        columns = getattr(found, field.name), getattr(expected, field.name)
        assert np.array_equal(*columns), (str(rules), field.name)
        assert columns[0].dtype == columns[1].dtype


def test_breaches_are_those_that_stood_and_those_that_were_called() -> None:
    rules = parse_rules("5x5 2p 3 3 4 2 4 classic first=0")
    actions: list[Action] = [
        Place(0, Point.parse("a1")), Accept(1),
        Place(1, Point.parse("a2")), Accept(0),  # too near, and nobody sees it
        Place(0, Point.parse("a4")), Grav(1),  # no breach: seat 1 skips a turn
        Place(0, Point.parse("b4")), Grav(1),  # too near
        Remove(1, Point.parse("a1")),
    ]  # fmt: skip
    row, wide = measure_game(rules, actions, 0)
    assert (row["placements"], row["breaches"]) == (4, 2)
    assert (row["missed"], row["called"], row["wrong_shouts"]) == (1, 1, 1)
    assert (row["winner"], row["ended"], wide["stones"]) == (-1, 0, (1, 1))
    # Four decisions with 0, 1, 2 and 3 of 25 points occupied: the last is in the second tenth.
    assert wide["decisions"] == (3, 1, 0, 0, 0, 0, 0, 0, 0, 0)


def test_acting_in_a_window_counts_as_acceptance() -> None:
    rules = parse_rules("5x5 2p 3 3 4 2 4 classic first=0")
    at = [Point.parse(name) for name in ("a1", "a3", "a5")]
    said: list[Action] = [
        Place(0, at[0]),
        Accept(1),
        Place(1, at[1]),
        Accept(0),
        Place(0, at[2]),
        Accept(1),
    ]
    silent: list[Action] = [Place(0, at[0]), Place(1, at[1]), Place(0, at[2]), Accept(1)]
    assert measure_game(rules, silent, 0) == measure_game(rules, said, 0)


@pytest.mark.parametrize("level", ["1", "6"])
def test_games_of_opponents_are_measured_to_their_end(level: str) -> None:
    rules = parse_rules("5x5 2p 3 3 4 1 4 revised")
    result = play_game(rules, [create_player(level, f"{seat}") for seat in range(2)], 1)
    row, wide = measure_game(rules, result.record.actions, 1)
    assert (row["winner"], wide["stones"]) == (result.winner, result.stones)
    assert row["first"] == 1
    assert row["breaches"] == row["missed"] + row["called"]
    assert row["passes"] == sum(isinstance(each, Pass) for each in result.record.actions)
