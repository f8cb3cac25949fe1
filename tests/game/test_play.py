"""Which seat may act when, in the opening and in strict play; and replaying."""

from dataclasses import replace

import pytest

from grav.game import (
    Accept,
    Action,
    Event,
    Grav,
    Opening,
    Pass,
    Passed,
    Placed,
    Refusal,
    RefusalCode,
    Resign,
    State,
    Stood,
    Turn,
    Window,
    apply,
    replay,
    start,
)
from grav.rules import Enforcement, Point, Rules, WrongDistance, parse_rules
from grav.testing import place, play_all, put_alone, refusal_code, remove
from grav.text import LANGUAGES, GravError

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
OPEN = parse_rules("13x13 3p 3 2 4 1 24 revised")
STRICT = parse_rules("13x13 2p 3 2 4 2 4 revised strict first=0")
STRICT_BONUS = parse_rules("4x4 2p 3 2 2 2 2 revised strict first=0")

A_SQUARE_BUT_ONE = ("a1", "a3", "c1")


def events(state: State, action: Action) -> tuple[Event, ...]:
    return apply(state, action).events


def window(state: State) -> Window:
    assert isinstance(state.phase, Window)
    return state.phase


def test_anyone_may_place_the_first_stone_and_is_first() -> None:
    state = start(OPEN)
    assert state.phase == Opening()
    assert state.order is None
    state = play_all(state, place(1, "g7"))
    assert state.order == (1, 2, 0)
    assert window(state).turn == Turn(1)


def test_a_named_starter_is_on_turn_and_the_order_is_known() -> None:
    state = start(replace(OPEN, first=2))
    assert state.phase == Turn(2)
    assert state.order == (2, 0, 1)


@pytest.mark.parametrize("rules", [OPEN, TWO], ids=["open", "named"])
def test_nobody_passes_before_the_first_stone(rules: Rules) -> None:
    assert refusal_code(start(rules), Pass(0)) is RefusalCode.WRONG_PHASE


def test_passing_is_allowed_once_there_was_a_stone_even_if_the_board_is_empty_again() -> None:
    rules = parse_rules("13x13 2p 3 2 4 2 4 revised first=0")
    state = play_all(put_alone(rules, 0, "g7"), place(0, "g8"), Grav(1), remove(1, "g7"))
    assert state.board.counts() == (0, 0)
    assert state.last is None
    assert refusal_code(state, Pass(1)) is None


def test_strict_play_has_no_window() -> None:
    assert [type(event) for event in events(start(STRICT), place(0, "g7"))] == [Placed, Stood]
    state = play_all(STRICT, place(0, "g7"))
    assert state.phase == Turn(1)
    assert refusal_code(state, Accept(1)) is RefusalCode.WRONG_PHASE
    assert refusal_code(state, Grav(1)) is RefusalCode.WRONG_PHASE


def test_strict_play_refuses_a_breach_and_names_it_in_every_language() -> None:
    state = play_all(STRICT, place(0, "g7"))
    with pytest.raises(Refusal) as caught:
        apply(state, place(1, "g8"))
    assert caught.value.code is RefusalCode.VIOLATION
    assert caught.value.breaches == (WrongDistance(Point.parse("g7"), 1, 2, 4),)
    assert str(caught.value) == "g8 breaks the rules: 1 step from g7; 2 to 4 allowed"
    assert len({caught.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_strict_play_refuses_more_bonus_turns_than_shapes() -> None:
    strict = replace(TWO, enforcement=Enforcement.STRICT)
    state = put_alone(strict, 0, *A_SQUARE_BUT_ONE)
    assert refusal_code(state, place(0, "c3", 2)) is RefusalCode.TOO_MANY_DECLARED
    assert play_all(state, place(0, "c3", 1)).phase == Turn(0, True, 0, earned=1)


def test_a_strict_bonus_turn_without_a_legal_point_may_be_passed() -> None:
    stones = [place(0, "a2"), place(1, "c2"), place(0, "b3"), place(1, "c4"), place(0, "a4", 1)]
    state = play_all(STRICT_BONUS, *stones)
    assert state.phase == Turn(0, on_bonus=True, earned=1)
    assert state.legal() == {}
    assert play_all(state, Pass(0)).phase == Turn(1)


def test_a_strict_bonus_turn_with_a_legal_point_may_not_be_passed() -> None:
    strict = replace(TWO, enforcement=Enforcement.STRICT)
    state = play_all(put_alone(strict, 0, *A_SQUARE_BUT_ONE), place(0, "c3", 1))
    assert refusal_code(state, Pass(0)) is RefusalCode.MUST_PLACE


def test_replay_gives_a_step_for_each_action() -> None:
    actions: list[Action] = [place(0, "g7"), Accept(1), Pass(1), Resign(0)]
    steps = list(replay(TWO, actions))
    assert [step.state for step in steps] == [
        play_all(TWO, *actions[: number + 1]) for number in range(len(actions))
    ]
    assert steps[2].events == (Passed(1),)


def test_replay_stops_at_the_action_that_is_refused() -> None:
    steps = replay(TWO, [place(0, "g7"), place(0, "g8")])
    assert window(next(steps).state).at == Point.parse("g7")
    with pytest.raises(Refusal):
        next(steps)


def test_a_negative_declaration_takes_no_bonus_turns_away_bug() -> None:
    """A negative declaration is rejected, or is worth nothing."""
    try:
        state = play_all(TWO, place(0, "g7", -1), Accept(1))
    except (GravError, ValueError):
        return
    assert state.phase == Turn(1)
