"""The players of the levels: whole games by views alone, overlooked breaches, time pressure."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.subtests import every

from grav.arena import play_game
from grav.bots import LEVELS, Player
from grav.bots.level_player import create_level_player
from grav.game import Accept, Grav, Place, State, Turn, apply, start, view
from grav.record import Record, report
from grav.rules import Point, Rules, legal_points, legal_set, parse_rules
from grav.testing import place, play_all
from grav.testing.strategies import rules

pytestmark = pytest.mark.needs_core
TABLE = parse_rules("7x7 2p 3 3 4 2 4 revised")
QUICK = [number for number in LEVELS if number < 10]


def game(agreed: Rules, *numbers: int, seed: object = 0) -> Record:
    """Plays a game between levels; an action that is refused fails the test."""
    players: list[Player] = [
        create_level_player(n, f"{seed} {seat}") for seat, n in enumerate(numbers)
    ]
    result = play_game(agreed, players)
    assert result.faults == ()
    return result.record


@settings(max_examples=40)
@given(rules(max_size=6, max_players=4), st.data())
def test_every_level_plays_by_any_rules(agreed: Rules, data: st.DataObject) -> None:
    numbers = [data.draw(st.sampled_from(QUICK)) for _ in range(agreed.players)]
    game(agreed, *numbers)


@every("number", LEVELS)
def test_the_same_seed_plays_the_same_game(number: int) -> None:
    agreed = parse_rules("5x5 2p 3 3 4 1 4 revised")
    assert game(agreed, number, 1) == game(agreed, number, 1)


def test_another_seed_plays_another_game() -> None:
    assert len({game(TABLE, 4, 5, seed=seed).actions for seed in range(4)}) > 1


def test_perfect_perception_never_shouts_wrongly_and_misses_nothing() -> None:
    for seed in range(3):
        for placement in report(game(TABLE, 10, 1, seed=seed)).placements:
            if placement.by == 1:
                assert (placement.called is not None) == bool(placement.verdict.breaches)


def test_weak_perception_breaks_rules_misses_breaches_and_shouts_wrongly() -> None:
    seen = Counter[str]()
    for seed in range(12):
        for placement in report(game(TABLE, 1, 1, seed=seed)).placements:
            seen["breaches"] += bool(placement.verdict.breaches)
            seen["missed"] += placement.is_missed_breach
            seen["wrong"] += placement.called is not None and not placement.called.right
            seen["undeclared"] += placement.undeclared
    assert all(seen[mistake] > 0 for mistake in ("breaches", "missed", "wrong", "undeclared"))


def test_higher_levels_make_fewer_mistakes() -> None:
    def missed(number: int) -> int:
        games = [report(game(TABLE, number, number, seed=seed)) for seed in range(12)]
        return sum(placement.is_missed_breach for found in games for placement in found.placements)

    assert missed(9) < missed(1)


def test_the_strongest_beats_the_weakest() -> None:
    for seed in range(4):
        players: list[Player] = [
            create_level_player(10, f"{seed}"),
            create_level_player(1, f"{seed}"),
        ]
        assert play_game(TABLE, players, starter=seed % 2).winner == 0


def test_a_searcher_keeps_room_for_the_bonus_turns_that_it_owes() -> None:
    owed = 0
    for seed in (1, 8):
        record = game(TABLE, 10, 8, seed=seed)
        for state, action in zip(states_of(record), record.actions, strict=True):
            turn, legal = state.phase, legal_points(state.rules, state.board, state.last)
            if isinstance(turn, Turn) and turn.seat == 0 and turn.bonus_turns and legal:
                owed += 1
                assert isinstance(action, Place)
                had_choice = any(map(partial(leaves_room, state), legal))
                assert leaves_room(state, action.at) or not had_choice
    assert owed > 0


@every("number", [6, 10])
def test_a_searcher_that_owes_bonus_turns_places_even_if_nothing_is_legal(number: int) -> None:
    agreed = parse_rules("4x4 2p 3 2 2 1 2 revised first=0")
    stones = (place(seat % 2, at) for seat, at in enumerate(("c3", "a3", "a1", "b2")))
    state = play_all(agreed, *stones, place(0, "b4", declare=2), Accept(1))
    assert isinstance(state.phase, Turn)
    assert state.phase.bonus_turns == 1
    assert not legal_points(agreed, state.board, state.last)
    player = create_level_player(number, "seed")
    player.see(view(state, 0))
    assert isinstance(player.act(view(state, 0)), Place)


def states_of(record: Record) -> Iterator[State]:
    """Yields the state before each action."""
    state = start(record.rules)
    for action in record.actions:
        yield state
        state = apply(state, action).state


def leaves_room(state: State, at: Point) -> bool:
    assert isinstance(state.phase, Turn)
    board = state.board.place(at, state.phase.seat)
    return bool(legal_set(state.rules, board, at))


def test_answers_in_a_window_have_a_delay_that_the_seed_repeats() -> None:
    state = play_all(TABLE, place(0, "d4"))
    seen = view(state, 1)
    pauses = []
    for _ in range(2):
        someone = create_level_player(5, "seed")
        someone.see(view(start(TABLE), 1))
        someone.see(seen)
        assert isinstance(someone.act(seen), (Accept, Grav))
        pauses.append(someone.delay(seen))
    assert pauses[0] == pauses[1] > 0


def test_time_pressure_is_an_option() -> None:
    calm, hurried = create_level_player(3, "seed"), create_level_player(3, "seed")
    hurried.hurry(2.0)
    assert calm._perception.model.pressure == 0
    assert hurried._perception.model.pressure == 2.0
