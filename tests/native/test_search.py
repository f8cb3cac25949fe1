"""The search returns legal moves, finds forced wins, and can be stopped."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.subtests import every

from grav.game import Opening, Over, Pass, Place, State, Turn, apply, start
from grav.native import is_available
from grav.native.convert import core_rules
from grav.native.loading import core
from grav.native.search import Candidate, Move, Root, Search, SearchError
from grav.rules import Bonus, Enforcement, Point, Rules, parse_rules
from grav.testing import place, play_all, random_game
from grav.testing.games.random_rules import random_rules

if not is_available():
    pytest.skip("the native core is not installed", allow_module_level=True)

DATA = Path(__file__).parents[1] / "data" / "solved.json"
SOLVED = json.loads(DATA.read_text("utf-8"))["cases"]
SEVEN = parse_rules("7x7 2p 3 3 4 2 4 revised strict first=0")
TIMEOUT = 120.0
"""Timeout in seconds for a thread; no search here takes that long."""
HARD = parse_rules("9x9 2p 3 3 4 2 4 revised min_shape=8 strict first=0")
"""A position that no search solves within a test."""


def action_of(move: Move, rules: Rules) -> Place | Pass:
    if move.at is None:
        return Pass(move.seat)
    declared = rules.edition.bonus is Bonus.DECLARED
    return Place(move.seat, move.at, move.declare if declared else None)


def search(state: State, seed: int = 1, **options: Any) -> Search:
    return Search(state.rules, Root.from_state(state), seed, **options)


def make_strict(state: State) -> State:
    """Returns the same position under enforced rules."""
    return replace(state, rules=replace(state.rules, enforcement=Enforcement.STRICT))


def positions(seed: int) -> list[State]:
    """Returns positions on a turn under random rules, some with breaches that stood."""
    chance = Random(seed)
    rules = random_rules(chance, max_size=chance.choice((5, 9, 17)))
    states = [start(rules)]
    states += [state for _, state in random_game(rules, seed) if isinstance(state, State)]
    return [make_strict(s) for s in states if isinstance(s.phase, (Opening, Turn))]


def test_one_thread_with_a_seed_is_reproducible() -> None:
    def found(seed: int) -> list[Candidate]:
        searched = search(start(HARD), seed)
        searched.run(500)
        searched.run(seconds=60, nodes=300)
        return searched.best(8)

    assert found(3) == found(3)
    assert found(3) != found(4)


def test_the_budget_of_nodes_is_exact() -> None:
    searched = search(start(HARD))
    searched.run(137)
    assert searched.simulations == 137
    searched.run(13)
    assert searched.simulations == 150
    assert sum(one.visits for one in searched.best(100)) == 150
    shared = search(start(HARD))
    shared.run(1001, threads=3)
    assert shared.simulations == sum(one.visits for one in shared.best(100)) == 1001


@every("seed", range(60))
def test_every_proposed_move_is_accepted_by_the_python_rules(seed: int) -> None:
    states = positions(seed)
    for state in states[:: max(1, len(states) // 6)]:
        searched = search(state, seed)
        searched.run(40)
        best = searched.best(5)
        assert best
        for one in best:
            after, players = state, state.rules.players
            for move in one.principal_variation:
                assert isinstance(after.phase, Opening) or move.seat == after.to_move
                after = apply(after, action_of(move, state.rules)).state
            assert len(one.wins) == len(one.stones) == players
            assert one.visits == 0 or sum(one.wins) == pytest.approx(1)
            assert one.principal_variation[0] == one.move


@every("seed", range(60, 80))
def test_advancing_leads_to_the_same_state_as_the_rules(seed: int) -> None:
    chance = Random(seed)
    state = chance.choice(positions(seed)[:20])
    searched = search(state, seed)
    while not isinstance(state.phase, Over):
        searched.run(25)
        one = chance.choice(searched.best(4))
        state = apply(state, action_of(one.move, state.rules)).state
        assert searched.advance(one.move.at, one.move.declare)
        if isinstance(state.phase, Over):
            assert searched.best() == []
            return
        kept, fresh = searched.best(1000), search(state).best(1000)
        assert {(c.move.seat, c.move.at) for c in kept} == {(c.move.seat, c.move.at) for c in fresh}
        assert sum(c.visits for c in kept) <= one.visits
        assert searched.simulations == 0


def test_advancing_keeps_the_subtree() -> None:
    searched = search(start(HARD))
    searched.run(2000)
    (first,) = searched.best()
    assert searched.advance(first.move.at)
    (reply,) = searched.best()
    assert reply.move == first.principal_variation[1]
    assert sum(one.visits for one in searched.best(100)) >= first.visits - 1


def test_an_impossible_move_does_not_advance() -> None:
    state = play_all(SEVEN, place(0, "d4", 0), place(1, "d6", 0), place(0, "f6", 0))
    searched = search(state)
    searched.run(20)
    before = searched.best(100)
    assert not searched.advance(Point.parse("d4"))
    assert not searched.advance(Point.parse("a1"))
    assert not searched.advance(Point.parse("f4"), 2)
    assert not searched.advance(Point.parse("f4"), -1)
    assert searched.best(100) == before
    assert searched.advance(Point.parse("f4"), 1)
    assert searched.best()[0].move.seat == 1


def test_a_winning_pass_is_found_at_once() -> None:
    state = play_all(SEVEN, place(0, "d4"), place(1, "d6"), Pass(0))
    searched = search(state)
    assert searched.is_proven
    (best,) = searched.best()
    assert best.move == Move(1, None, 0)
    assert best.winner == 1
    assert best.worth == 1.0
    searched.run(10_000)
    assert searched.simulations < 100
    assert searched.best()[0].move == best.move


def test_a_losing_pass_is_not_proposed() -> None:
    state = play_all(
        SEVEN, place(0, "d4"), Pass(1), place(0, "d6"), Pass(1), place(0, "f6"), Pass(1)
    )
    assert search(state).best()[0].move.at is None
    behind = play_all(SEVEN, place(0, "d4"), place(1, "d6"), place(0, "f6"))
    searched = search(behind)
    searched.run(200)
    assert searched.best()[0].move.at is not None


def test_a_forced_win_is_found() -> None:
    """Three stones make a corner: the player who completes the shape wins the game."""
    state = play_all(SEVEN, place(0, "d4"), place(1, "d6"), place(0, "f6"))
    searched = search(state)
    searched.run(20_000)
    best = searched.best()[0]
    assert best.worth > 0.9
    assert best.move.at is not None
    assert state.legal()[best.move.at] > 0


@every(
    "case",
    [case for case in SOLVED if case["rules"][0] == "3"]
    + [case for case in SOLVED if case["rules"][0] == "4"][::3],
    ids=lambda case: str(case["rules"]),
)
def test_proven_values_equal_the_solved_ones(case: dict[str, Any]) -> None:
    rules = parse_rules(case["rules"])
    searched = search(start(rules))
    searched.run(100_000)
    winner = 0 if case["margin"] > 0 else 1
    best = searched.best()[0]
    if searched.is_proven:
        assert best.winner == winner
    if rules.size == 3:
        assert searched.is_proven
    if searched.is_proven and winner == 0:
        assert str(best.move.at) in case["best"]


def test_stop_from_another_thread_ends_a_run() -> None:
    searched = search(start(HARD), max_nodes=50_000)
    thread = threading.Thread(
        target=searched.run, kwargs={"seconds": 3600.0, "threads": 2}, daemon=True
    )
    thread.start()
    while searched.simulations < 100:
        time.sleep(0.001)
    assert searched.best()[0].principal_variation
    assert not searched.is_proven
    searched.stop()
    thread.join(TIMEOUT)
    assert not thread.is_alive()


def test_a_time_limit_ends_a_run() -> None:
    """There is no other limit."""
    searched = search(start(HARD), max_nodes=50_000)
    searched.run(seconds=0.05)
    assert searched.simulations > 0
    assert not searched.is_proven


def test_many_threads_search_one_tree() -> None:
    alone, shared = search(start(SEVEN)), search(start(SEVEN))
    alone.run(4000)
    shared.run(4000, threads=4)
    assert shared.simulations == 4000
    assert shared.best()[0].worth == pytest.approx(alone.best()[0].worth, abs=0.2)


def test_a_full_tree_goes_on_without_growing() -> None:
    searched = search(start(HARD), max_nodes=1)
    searched.run(3000)
    assert searched.simulations == 3000
    assert searched.best()[0].visits > 100


def test_more_simulations_are_stronger() -> None:
    """Both sides begin equally often; the same seeds give the same games."""
    rules = parse_rules("7x7 2p 3 3 4 2 4 revised min_shape=6 strict first=0")
    won = 0
    for game in range(10):
        state, strong = play_all(rules, place(0, f"{'abcdefg'[game % 7]}{game % 5 + 1}")), game % 2
        while isinstance(state.phase, Turn):
            seat = state.phase.seat
            searched = search(state, game)
            searched.run(800 if seat == strong else 10)
            state = apply(state, action_of(searched.best()[0].move, rules)).state
        assert isinstance(state.phase, Over)
        won += state.phase.ranking[0] == strong
    assert won >= 8


def test_with_more_players_each_maximizes_its_own_result() -> None:
    rules = parse_rules("5x5 4p 3 3 4 1 4 revised strict first=2")
    state = start(rules)
    while isinstance(state.phase, Turn):
        searched = search(state)
        searched.run(60)
        state = apply(state, action_of(searched.best()[0].move, rules)).state
    assert isinstance(state.phase, Over)


def test_only_given_points_are_searched() -> None:
    state = play_all(SEVEN, place(0, "d4"), place(1, "d6"), place(0, "f6"))
    root = replace(Root.from_state(state), points={Point.parse("f4"): 0, Point.parse("a1"): 1})
    searched = Search(SEVEN, root)
    searched.run(50)
    assert {str(one.move) for one in searched.best(9)} == {"f4", "a1", "pass"}


def test_on_an_emptied_board_a_pass_is_a_move() -> None:
    root = replace(Root.from_state(start(SEVEN)), begun=True)
    searched = Search(SEVEN, root)
    assert any(one.move.at is None for one in searched.best(100))
    assert all(one.move.at for one in search(start(SEVEN)).best(100))


@every(
    "change",
    [
        {"trail": ()},
        {"to_move": 2},
        {"first": -1},
        {"passed": frozenset({6})},
        {"resigned": (0,)},
        {"skips": (0,) * 9},
        {"bonus_turns": -1},
        {"points": {Point(9, 9): 0}},
        {"points": {Point(3, 3): 0}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_an_impossible_position_is_refused(change: dict[str, Any]) -> None:
    seven = play_all(SEVEN, place(0, "d4"))
    root = replace(Root.from_state(seven), **change)
    with pytest.raises(ValueError, match=r"\w"):
        Search(SEVEN, root)


def test_with_nobody_on_turn_a_search_is_refused() -> None:
    over = play_all(SEVEN, place(0, "d4"), Pass(1), Pass(0))
    with pytest.raises(SearchError, match="nobody is on turn"):
        Root.from_state(over)
    with pytest.raises(ValueError, match="budget"):
        search(start(SEVEN)).run()


# Other Python threads during a search


@pytest.fixture
def ticks() -> Iterator[list[int]]:
    """Counts how often another Python thread ran. The switch interval is 1,000 s, so it runs only
    while the measured call releases the GIL.
    """
    counted, over = [0], threading.Event()

    def tick() -> None:
        while not over.is_set():
            counted[0] += 1
            time.sleep(0)

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    thread.start()
    sys.setswitchinterval(1000)
    yield counted
    sys.setswitchinterval(interval)
    over.set()
    thread.join()


LARGE = parse_rules("23x23 2p 4 4 6 2 9 revised strict first=0")


MAX_TURNS = 2_000


def gets_on_during(call: Callable[[], object], ticks: list[int]) -> bool:
    """Whether another thread runs during one of these calls. Gives up after that thread has run
    MAX_TURNS times between the calls.
    """
    turns = 0
    while turns < MAX_TURNS:
        before = ticks[0]
        call()
        if ticks[0] > before:
            return True
        time.sleep(0)
        turns += ticks[0] > before
    return False


def test_other_threads_run_while_a_search_is_built(ticks: list[int]) -> None:
    rules = core_rules(LARGE, strict=True)
    root = Root.from_state(start(LARGE)).to_core()
    assert gets_on_during(
        lambda: core().Search.new(rules, root, 1, 10_000, core().SearchOptions()), ticks
    )


def test_other_threads_run_while_the_principal_variation_is_computed(ticks: list[int]) -> None:
    root = Root.from_state(start(LARGE)).to_core()
    search = core().Search.new(
        core_rules(LARGE, strict=True), root, 1, 10_000, core().SearchOptions()
    )
    search.run(300, 0.0, 1)
    assert gets_on_during(lambda: search.best(200, 12), ticks)


def test_the_principal_variation_can_be_read_while_the_search_runs() -> None:
    search = Search(LARGE, Root.from_state(start(LARGE)), seed=1)
    search.run(nodes=50)
    running = threading.Thread(target=search.run, kwargs={"seconds": 60.0})
    running.start()
    while search.simulations < 200:
        assert search.best(3)
        assert not search.is_proven
    search.stop()
    running.join()
