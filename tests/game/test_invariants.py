"""Invariants of every state of random games."""

import json
import pickle
import subprocess
import sys
from collections import Counter
from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from grav.game import (
    Accept,
    Event,
    Opening,
    Over,
    Penalty,
    Placed,
    Refusal,
    Removed,
    Skipped,
    State,
    Stood,
    Transition,
    Turn,
    Voided,
    Window,
    replay,
    start,
    state_to_json,
)
from grav.rules import Rules, judge, parse_rules
from grav.testing import accepted_actions, random_game, reference, strategies
from grav.testing.strategies import Game


def steps(game: Game) -> list[Transition]:
    return list(replay(game.rules, accepted_actions(game.plies)))


@given(strategies.games())
def test_the_accepted_actions_replay_to_the_same_states(game: Game) -> None:
    reached = [outcome for _, outcome in game.plies if isinstance(outcome, State)]
    assert [step.state for step in steps(game)] == reached


@given(strategies.rules(max_size=9), st.integers())
def test_the_same_seed_gives_the_same_game(rules: Rules, seed: int) -> None:
    one, other = (random_game(rules, seed, 30) for _ in range(2))
    assert [action for action, _ in one] == [action for action, _ in other]


@given(strategies.games())
def test_stones_on_the_board_are_those_placed_minus_voided_and_removed(game: Game) -> None:
    stones: Counter[int] = Counter()
    for state, events in steps(game):
        for event in events:
            match event:
                case Placed(by=by):
                    stones[by] += 1
                case Voided(by=by) | Removed(of=by):
                    stones[by] -= 1
        assert state.board.counts() == tuple(stones[seat] for seat in range(game.rules.players))


@given(strategies.games())
def test_the_history_holds_each_stone_on_the_board_once(game: Game) -> None:
    for state, _ in steps(game):
        assert len(set(state.trail)) == len(state.trail)
        assert set(state.trail) == reference.stones_of(state.board)
        assert state.last == (state.trail[-1] if state.trail else None)


@given(strategies.games())
def test_counters_are_never_negative(game: Game) -> None:
    limit = game.rules.edition.bonus_limit
    for state, _ in steps(game):
        assert min(state.skips) >= 0
        phase = state.phase
        if isinstance(phase, Window):
            assert 0 <= phase.bonus <= phase.verdict.shapes
            assert limit is None or phase.turn.earned + phase.bonus <= limit
            phase = phase.turn
        if isinstance(phase, Turn):
            assert 0 <= phase.bonus_turns <= phase.earned
            assert phase.on_bonus or phase.earned == 0


@given(strategies.games())
def test_every_window_holds_the_verdict_on_its_stone(game: Game) -> None:
    before = start(game.rules)
    for state, _ in steps(game):
        if isinstance(state.phase, Window) and state.board != before.board:
            at = state.phase.at
            last = state.trail[-2] if len(state.trail) > 1 else None
            assert state.phase.verdict == judge(game.rules, state.board.remove(at), last, at)
        before = state


@given(strategies.games())
def test_only_those_still_in_the_game_are_to_act(game: Game) -> None:
    for state, _ in steps(game):
        resigned = set(state.resigned)
        assert state.to_move not in resigned
        assert not state.passed & resigned
        if isinstance(state.phase, Window):
            assert state.phase.awaiting
            assert not state.phase.awaiting & resigned
            assert state.phase.turn.seat not in state.phase.awaiting


@given(strategies.games())
def test_the_game_ends_when_all_have_passed_or_one_is_left(game: Game) -> None:
    for state, _ in steps(game):
        over = isinstance(state.phase, Over)
        if len(state.active) == 1 or (state.begun and state.passed >= set(state.active)):
            assert over


@given(strategies.games())
def test_a_ranking_names_every_seat_once_and_those_who_resigned_last(game: Game) -> None:
    for state, _ in steps(game):
        if isinstance(state.phase, Over):
            ranking, counts = state.phase.ranking, state.board.counts()
            assert sorted(ranking) == list(range(game.rules.players))
            active = [seat for seat in ranking if seat not in state.resigned]
            assert ranking[len(active) :] == tuple(reversed(state.resigned))
            assert [counts[seat] for seat in active] == sorted(
                (counts[seat] for seat in active), reverse=True
            )


@given(strategies.games())
def test_the_order_of_play_never_changes_once_known(game: Game) -> None:
    known = start(game.rules).order
    for state, _ in steps(game):
        assert known is None or state.order == known
        known = state.order
        if not isinstance(state.phase, (Opening, Over)):
            assert known is not None
            assert sorted(known) == list(range(game.rules.players))


@given(strategies.games())
def test_strict_play_has_neither_windows_nor_breaches(game: Game) -> None:
    for state, events in steps(game):
        if game.rules.is_strict:
            assert not isinstance(state.phase, (Window, Penalty))
            assert state.skips == (0,) * game.rules.players
            verdicts = [event.verdict for event in events if isinstance(event, Placed)]
            assert all(verdict and verdict.breaches == () for verdict in verdicts)


@given(strategies.games())
def test_every_placement_stands_or_is_voided_before_the_next(game: Game) -> None:
    is_open = False
    for state, events in steps(game):
        for event in events:
            if isinstance(event, Placed):
                assert not is_open
                is_open = True
            elif isinstance(event, (Stood, Voided)):
                assert is_open
                is_open = False
        assert is_open is isinstance(state.phase, Window)


@given(strategies.games())
def test_skips_change_as_the_events_say(game: Game) -> None:
    before = start(game.rules)
    for state, events in steps(game):
        paid = Counter(event.by for event in events if isinstance(event, Skipped))
        wrong = Counter(_wrong_shouts(events))
        for seat in range(game.rules.players):
            assert state.skips[seat] == before.skips[seat] + wrong[seat] - paid[seat]
        before = state


def _wrong_shouts(events: tuple[Event, ...]) -> list[int]:
    return [
        form["by"]
        for form in (event.to_json() for event in events)
        if form["event"] == "shouted" and not form["right"]
    ]


@given(strategies.games(max_length=40))
def test_states_and_events_can_be_encoded_as_json(game: Game) -> None:
    for state, events in steps(game):
        form = state_to_json(state)
        assert json.loads(json.dumps(form)) == form
        assert (form["window"] is not None) is isinstance(state.phase, Window)
        assert ("legal" in form) is isinstance(state.phase, (Opening, Turn))
        assert "legal" not in state_to_json(state, legal=False)
        for event in events:
            assert json.loads(json.dumps(event.to_json())) == event.to_json()


@given(strategies.games(max_length=40))
def test_a_state_can_be_copied_and_pickled(game: Game) -> None:
    for state, _ in steps(game):
        assert pickle.loads(pickle.dumps(state)) == deepcopy(state) == state


IN_ANOTHER_PROCESS = """
import pickle, sys
from grav.game import start
from grav.rules import parse_rules
assert pickle.load(sys.stdin.buffer) == start(parse_rules(sys.argv[1]))
"""


def test_a_state_is_the_same_in_another_process_bug() -> None:
    """In Python 3.11 hash(None) differs between processes: no state may depend on it."""
    line = "5x5 2p 3 2 4 1 8 revised first=0"
    sent = pickle.dumps(start(parse_rules(line)))
    for _ in range(3):
        subprocess.run([sys.executable, "-c", IN_ANOTHER_PROCESS, line], input=sent, check=True)


@given(strategies.games())
def test_an_acceptance_answers_for_one_seat(game: Game) -> None:
    state = start(game.rules)
    for action, outcome in game.plies:
        if isinstance(outcome, Refusal):
            continue
        if isinstance(action, Accept) and isinstance(outcome.phase, Window):
            assert isinstance(state.phase, Window)
            assert outcome.phase.awaiting == state.phase.awaiting - {action.by}
        state = outcome
