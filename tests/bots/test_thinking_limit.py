"""Searches that end in time, or are cancelled."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from grav.arena import play_game
from grav.bots import LEVELS, search_choice
from grav.bots.level_player import LevelPlayer, create_level_player
from grav.bots.thinking_limit import MIN_NODES, ThinkingCancelled, ThinkingLimit
from grav.game import Action, Place, State, View, start, view
from grav.native.search import Root, Search
from grav.rules import parse_rules
from grav.testing import put

pytestmark = pytest.mark.needs_core

SMALL = parse_rules("7x7 2p 3 3 4 2 4 revised")
HUGE = parse_rules("25x25 6p 4 4 6 2 9 revised first=0")


def stones(*points: str) -> State:
    """Returns the state after the two players have placed these stones by turns."""
    state = start(SMALL)
    for number, point in enumerate(points):
        state = put(state, number % 2, point)
    return state


class Hurried(LevelPlayer):
    """A level player with a time limit for each decision."""

    seconds = 0.0

    def act(self, view: View, limit: ThinkingLimit | None = None) -> Action:
        return super().act(view, limit or ThinkingLimit(self.seconds))


def make_hurried(level: int, seed: str, seconds: float) -> Hurried:
    player = Hurried(LEVELS[level], seed)
    player.seconds = seconds
    return player


@pytest.mark.parametrize("level", [6, 9, 10])
def test_a_time_limit_that_is_not_reached_changes_nothing(level: int) -> None:
    """Budgets are numbers of simulations: with enough time, a level is as strong as without a
    limit.
    """
    unhurried = play_game(SMALL, [create_level_player(level, "a"), create_level_player(4, "b")])
    timed = play_game(SMALL, [make_hurried(level, "a", 3600), create_level_player(4, "b")])
    assert timed.record == unhurried.record


def test_without_any_time_games_are_still_played_to_their_end() -> None:
    result = play_game(SMALL, [make_hurried(10, "a", 0), make_hurried(7, "b", 0)])
    assert result.faults == ()


def test_without_time_few_simulations_run_however_large_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches: list[Search] = []

    class Counted(Search):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            searches.append(self)

    monkeypatch.setattr(search_choice, "Search", Counted)
    player = create_level_player(10, "a")
    seen = view(start(HUGE), 0)
    player.see(seen)
    assert isinstance(player.act(seen, ThinkingLimit(0)), Place)
    assert 0 < sum(search.simulations for search in searches) <= len(searches) * (MIN_NODES + 1)


@dataclass
class Spent:
    """A stub clock that advances by the seconds that each search is given, and records them."""

    now: float = 0.0
    given: list[float] = field(default_factory=list)

    def search(self, _: Search, nodes: int = 0, seconds: float = 0.0, threads: int = 1) -> None:
        assert nodes > 0
        assert threads == 1
        self.given.append(seconds)
        self.now += seconds


def test_all_searches_for_one_move_share_one_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Considering a bluff takes three more searches; each stub search uses all the time that it is
    given, and the sum stays within the limit.
    """
    state = stones("d4", "d6", "b6", "b4", "f4", "f6", "f2")
    bluffing = 0
    for seed in range(30):
        spent = Spent()
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda spent=spent: spent.now)
            patched.setattr(Search, "run", spent.search)
            patched.setattr(Search, "simulations", MIN_NODES)
            player = create_level_player(10, str(seed))
            seen = view(state, state.to_move)
            player.see(seen)
            player.act(seen, ThinkingLimit(8))
        bluffing += len(spent.given) == 4
        assert sum(spent.given) <= 8 + 1e-3
    assert bluffing > 0


def test_a_stopped_decision_ends_at_once_and_is_reported() -> None:
    """The search has no time limit, and a budget that it never reaches: only `stop` ends it."""
    search = Search(HUGE, Root.from_state(start(HUGE)), seed=1)
    limit = ThinkingLimit()
    stopped: list[BaseException] = []

    def think() -> None:
        try:
            limit.run(search, 2**60)
        except ThinkingCancelled as error:
            stopped.append(error)

    thinking = threading.Thread(target=think)
    thinking.start()
    while search.simulations == 0:
        pass
    limit.stop()
    thinking.join()
    assert len(stopped) == 1


def test_a_decision_that_was_stopped_before_its_start_does_not_start() -> None:
    limit = ThinkingLimit(60)
    limit.stop()
    player = create_level_player(10, "a")
    seen = view(start(HUGE), 0)
    player.see(seen)
    with pytest.raises(ThinkingCancelled):
        player.act(seen, limit)


def test_a_repeated_question_gets_the_same_answer() -> None:
    """Also from a player that has answered other questions before, unlike one after a restart."""
    state = stones("d4", "d6", "b6", "b4", "f4")
    seen = view(state, state.to_move)
    for level in (3, 6, 9):
        answers = set()
        for before in range(4):
            player = create_level_player(level, "table")
            player.see(seen)
            for number in range(before):
                player.reseed(f"question {number}")
                player.act(seen)
            player.reseed("this question")
            answers.add(player.act(seen))
        assert len(answers) == 1
