"""Undo restores the state; the engine accepts exactly what the game accepts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from grav.bots import create_simple_player
from grav.bots.engine import Engine
from grav.bots.engine.action_text import format_action
from grav.game import Pass, Place, Refusal, State, Window, action_name, start, view
from grav.rules import Rules
from grav.testing import random_game
from grav.testing.strategies import Game, games


def new_engine(rules: Rules) -> Engine:
    engine = Engine(lambda seed: create_simple_player("random", seed), "seed")
    assert engine.answer(f"grav-rules {rules}") == "=\n\n"
    return engine


def told(engine: Engine, line: str) -> str:
    answer = engine.answer(line)
    assert answer is not None
    return answer


@given(games(max_size=7, max_length=60))
def test_undo_restores_each_state_up_to_the_start(game: Game) -> None:
    engine = new_engine(game.rules)
    states = [engine.game.state]
    for action, _ in game.plies:
        if (
            action.by >= 0
            and told(engine, f"play {action.by + 1} {format_action(action)}") == "=\n\n"
        ):
            states.append(engine.game.state)
    for state in reversed(states):
        assert engine.game.state == state
        assert told(engine, "undo")[0] == ("=" if state is not states[0] else "?")
    assert engine.game.state == states[0] == start(game.rules)


@given(games(max_size=7, max_length=60))
def test_the_engine_accepts_what_the_game_accepts_but_for_actions_that_would_reveal_a_verdict(
    game: Game,
) -> None:
    engine = new_engine(game.rules)
    for action, outcome in game.plies:
        if action.by < 0:
            continue
        state = engine.game.state
        answer = told(engine, f"play {action.by + 1} {format_action(action)}")
        taking_part = action.by < game.rules.players and action.by not in state.resigned
        acts_in_window = isinstance(state.phase, Window) and isinstance(action, (Place, Pass))
        if acts_in_window and taking_part and action_name(action) not in view(state, action.by).may:
            assert answer.startswith("? wrong_phase: ")
            if isinstance(outcome, State):
                return  # the game went on without the engine
        elif isinstance(outcome, Refusal):
            assert answer == f"? {outcome.code}: {outcome}\n\n"
        else:
            assert answer == "=\n\n"
            assert engine.game.state == outcome


@settings(max_examples=30)
@given(games(max_size=5, max_length=40), st.integers(0, 9))
def test_after_an_undo_the_answers_are_those_of_a_new_engine_with_the_same_actions(
    game: Game, seed: int
) -> None:
    engine, other = new_engine(game.rules), new_engine(game.rules)
    for action, _ in random_game(game.rules, seed, 30):
        if action.by >= 0:
            line = f"play {action.by + 1} {format_action(action)}"
            assert told(engine, line) == told(other, line)
    asked = [f"{command} {seat}" for command in ("genmove", "grav-window") for seat in (1, 2)]
    for line in asked:
        if told(engine, line).startswith("="):
            told(engine, "undo")
    assert engine.game.state == other.game.state
    for line in asked:
        assert told(engine, line) == told(other, line)
