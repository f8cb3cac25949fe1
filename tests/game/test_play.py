"""Which seat may act when: the opening, acting as acceptance, strict play; and purity."""

from dataclasses import replace

import pytest

from grav.game import (
    Accept,
    Accepted,
    Action,
    Code,
    Event,
    Grav,
    Opening,
    Pass,
    Passed,
    Placed,
    Refusal,
    Resign,
    Skipped,
    State,
    Stood,
    Turn,
    Window,
    apply,
    replay,
    start,
)
from grav.rules import Enforcement, Point, Rules, WrongDistance, parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code, remove
from grav.text import LANGUAGES, GravError

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
THREE = parse_rules("13x13 3p 3 2 4 1 24 revised first=0")
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
    assert refusal_code(start(rules), Pass(0)) is Code.WRONG_PHASE


def test_passing_is_allowed_once_there_was_a_stone_even_if_the_board_is_empty_again() -> None:
    rules = parse_rules("13x13 2p 3 2 4 2 4 revised first=0")
    state = play_all(put_alone(rules, 0, "g7"), place(0, "g8"), Grav(1), remove(1, "g7"))
    assert state.board.counts() == (0, 0)
    assert state.last is None
    assert refusal_code(state, Pass(1)) is None


def test_the_next_player_accepts_by_placing() -> None:
    state = play_all(TWO, place(0, "g7"))
    accepted, stood, placed = events(state, place(1, "a1"))
    assert (accepted, stood) == (Accepted(1), Stood(0, Point.parse("g7")))
    assert isinstance(placed, Placed)
    after = window(play_all(state, place(1, "a1")))
    assert after.turn == Turn(1)
    assert after.awaiting == {0}


def test_the_next_player_accepts_by_passing() -> None:
    state = play_all(TWO, place(0, "g7"))
    assert events(state, Pass(1)) == (Accepted(1), Stood(0, Point.parse("g7")), Passed(1))
    assert play_all(state, Pass(1)).phase == Turn(0)
    assert play_all(state, Pass(1)).passed == {1}


def test_acting_does_not_accept_while_another_has_yet_to_answer() -> None:
    state = play_all(THREE, place(0, "g7"))
    assert refusal_code(state, place(1, "a1")) is Code.WRONG_PHASE
    assert refusal_code(play_all(state, Accept(2)), place(1, "a1")) is None


def test_one_who_has_accepted_already_does_not_act_for_those_who_have_not() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(1))
    assert refusal_code(state, place(1, "a1")) is Code.WRONG_PHASE


def test_the_last_to_answer_does_not_accept_by_acting_when_another_is_next() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(1))
    assert refusal_code(state, place(2, "a1")) is Code.WRONG_PHASE
    assert refusal_code(state, Pass(2)) is Code.WRONG_PHASE


def test_one_who_owes_a_skip_does_not_accept_by_acting() -> None:
    state = play_all(THREE, place(0, "g7"), Grav(2), place(1, "a1"), Accept(0))
    assert state.skips == (0, 0, 1)
    assert refusal_code(state, place(2, "c3")) is Code.WRONG_PHASE
    assert play_all(state, Accept(2)).phase == Turn(0)


def test_the_one_after_a_skip_accepts_by_acting() -> None:
    state = play_all(put(THREE, 0, "g7"), place(1, "a1"), Grav(0), place(2, "c1"), Grav(0))
    assert (state.phase, state.skips) == (Turn(1), (1, 0, 0))
    state = play_all(state, place(1, "e1"), Accept(0), place(2, "g1"), Accept(0))
    assert events(state, place(1, "i1"))[:3] == (
        Accepted(1),
        Stood(2, Point.parse("g1")),
        Skipped(0, 0),
    )


def test_acting_does_not_close_a_window_whose_bonus_turns_follow() -> None:
    state = play_all(put_alone(TWO, 0, *A_SQUARE_BUT_ONE), place(0, "c3", 1))
    assert window(state).bonus == 1
    assert refusal_code(state, place(1, "g7")) is Code.WRONG_PHASE
    assert refusal_code(state, Pass(1)) is Code.WRONG_PHASE


def test_acting_closes_a_window_whose_declaration_is_worth_nothing() -> None:
    state = play_all(put_alone(TWO, 0, *A_SQUARE_BUT_ONE), place(0, "c3", 2))
    assert window(state).bonus == 0
    assert refusal_code(state, place(1, "g7")) is None


def test_a_placement_that_is_refused_leaves_the_window_open() -> None:
    state = play_all(TWO, place(0, "g7"))
    assert refusal_code(state, place(1, "g7")) is Code.OCCUPIED
    assert refusal_code(state, place(1, "z9")) is Code.OFF_BOARD
    assert refusal_code(state, Grav(1)) is None


def test_strict_play_has_no_window() -> None:
    assert [type(event) for event in events(start(STRICT), place(0, "g7"))] == [Placed, Stood]
    state = play_all(STRICT, place(0, "g7"))
    assert state.phase == Turn(1)
    assert refusal_code(state, Accept(1)) is Code.WRONG_PHASE
    assert refusal_code(state, Grav(1)) is Code.WRONG_PHASE


def test_strict_play_refuses_a_breach_and_tells_it_in_every_language() -> None:
    state = play_all(STRICT, place(0, "g7"))
    with pytest.raises(Refusal) as caught:
        apply(state, place(1, "g8"))
    assert caught.value.code is Code.VIOLATION
    assert caught.value.breaches == (WrongDistance(Point.parse("g7"), 1, 2, 4),)
    assert str(caught.value) == "g8 breaks the rules: 1 step from g7; 2 to 4 allowed"
    assert len({caught.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_strict_play_refuses_more_bonus_turns_than_shapes() -> None:
    strict = replace(TWO, enforcement=Enforcement.STRICT)
    state = put_alone(strict, 0, *A_SQUARE_BUT_ONE)
    assert refusal_code(state, place(0, "c3", 2)) is Code.TOO_MANY_DECLARED
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
    assert refusal_code(state, Pass(0)) is Code.MUST_PLACE


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


def test_a_declaration_below_nothing_takes_no_bonus_turns_away_bug() -> None:
    """A declaration is a whole number, 0 or more: another one is no action, or worth nothing."""
    try:
        state = play_all(TWO, place(0, "g7", -1), Accept(1))
    except (GravError, ValueError):
        return
    assert state.phase == Turn(1)
