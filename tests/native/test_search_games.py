"""Whole games between seats that search before every move: the same in every run, and true."""

import numpy as np
import pytest
from tests.native.test_python_mirror import Chance
from tests.native.test_search import action_of

from grav.game import Over, State, Turn, apply, start
from grav.native import BulkError, Playouts, Policy, playouts, tally
from grav.native.search import Root, Search
from grav.rules import Rules, parse_rules

pytestmark = pytest.mark.needs_core

REVISED = parse_rules("5x5 2p 3 3 4 1 3 revised strict first=0")
THREE = parse_rules("7x7 3p 3 3 4 2 4 revised min_shape=6 bonus_limit=1 strict")
CLASSIC = parse_rules("5x5 2p 3 2 3 1 3 classic strict")
OF_LARGE_SHAPES = parse_rules("7x7 2p 3 4 11 2 5 revised min_shape=6 bonus_limit=1 strict")


def play_by_python(rules: Rules, simulations: list[int], seed: int, game: int) -> State:
    """Plays the game with `grav.game` and one search of the core for each move."""
    chance = Chance(seed, game)
    state = start(rules)
    first = chance.below(rules.players) if rules.first is None else rules.first
    while not isinstance(state.phase, Over):
        seat = state.phase.seat if isinstance(state.phase, Turn) else first
        root = Root.from_state(state) if state.trail else Root(state.board, (), seat, first)
        nodes = min(max(64 * simulations[seat], 1 << 12), 1 << 23)
        search = Search(rules, root, chance.next(), nodes)
        search.run(simulations[seat])
        state = apply(state, action_of(search.best()[0].move, rules)).state
    return state


@pytest.mark.parametrize("rules", [REVISED, CLASSIC, THREE], ids=str)
def test_a_game_is_a_search_by_each_seat_before_each_move(rules: Rules) -> None:
    simulations = [40, 90, 25][: rules.players]
    policies = [Policy(simulations=number) for number in simulations]
    played = playouts(rules, policies, 4, seed=7, first_game=3)
    for row in range(4):
        state = play_by_python(rules, simulations, 7, 3 + row)
        assert isinstance(state.phase, Over)
        assert played.winner[row] == state.phase.ranking[0]
        assert played.stones[row].tolist()[: rules.players] == list(state.board.counts())
        assert played.placements[row] == len(state.trail)


def test_games_do_not_depend_on_threads_or_on_how_a_run_is_split() -> None:
    policies = [Policy(simulations=30)] * 3
    whole = rows(playouts(THREE, policies, 6, seed=5, threads=1))
    assert (rows(playouts(THREE, policies, 6, seed=5, threads=3)) == whole).all()
    assert (rows(playouts(THREE, policies, 2, seed=5, first_game=4)) == whole[4:]).all()


def rows(played: Playouts) -> np.ndarray:
    columns = [played.winner, played.placements, played.lead_changes, played.longest_chain]
    return np.stack([*columns, played.shapes], axis=1)


def test_whoever_thinks_more_wins_more_where_there_is_something_to_find() -> None:
    more, fewer = Policy(simulations=200), Policy(simulations=6)
    won = tally(OF_LARGE_SHAPES, [more, fewer], 30, 1).by_seat[0]
    won += tally(OF_LARGE_SHAPES, [fewer, more], 30, 1).by_seat[1]
    assert won >= 45


def test_a_seat_that_searches_may_play_simple_ones() -> None:
    against = [Policy(simulations=100), Policy("random")]
    assert tally(REVISED, against, 30, 1).by_seat[0] >= 27
    assert tally(REVISED, [Policy("greedy"), Policy(simulations=100)], 30, 1).by_seat[1] >= 15


@pytest.mark.parametrize("shapes", ["all", "needed"])
def test_all_shapes_of_a_searched_game_are_counted(shapes: str) -> None:
    policies = [Policy(simulations=20)] * 2
    played = playouts(REVISED, policies, 3, 1, shapes=shapes)  # type: ignore[arg-type]  # names
    assert played.shapes.tolist() == playouts(REVISED, policies, 3, 1).shapes.tolist()


def test_a_limit_of_placements_stops_a_game() -> None:
    assert tally(REVISED, [Policy(simulations=9)] * 2, 3, 1, max_placements=4).stopped == 3


def test_searching_is_for_strict_play_alone() -> None:
    open_rules = parse_rules("5x5 2p 3 3 4 1 3 revised")
    with pytest.raises(BulkError, match="strict"):
        playouts(open_rules, [Policy(simulations=9)] * 2, 1, 1)
    with pytest.raises(BulkError, match="-5"):
        playouts(REVISED, [Policy(simulations=-5)] * 2, 1, 1)
