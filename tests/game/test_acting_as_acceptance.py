"""In a window, the player who is next accepts by acting, once nobody else has to answer."""

from grav.game import (
    Accept,
    Accepted,
    Action,
    Event,
    Grav,
    Pass,
    Passed,
    Placed,
    RefusalCode,
    Skipped,
    State,
    Stood,
    Turn,
    Window,
    apply,
)
from grav.rules import Point, parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
THREE = parse_rules("13x13 3p 3 2 4 1 24 revised first=0")

A_SQUARE_BUT_ONE = ("a1", "a3", "c1")


def events(state: State, action: Action) -> tuple[Event, ...]:
    return apply(state, action).events


def window(state: State) -> Window:
    assert isinstance(state.phase, Window)
    return state.phase


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
    assert refusal_code(state, place(1, "a1")) is RefusalCode.WRONG_PHASE
    assert refusal_code(play_all(state, Accept(2)), place(1, "a1")) is None


def test_one_who_has_accepted_already_does_not_act_for_those_who_have_not() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(1))
    assert refusal_code(state, place(1, "a1")) is RefusalCode.WRONG_PHASE


def test_the_last_to_answer_does_not_accept_by_acting_when_another_is_next() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(1))
    assert refusal_code(state, place(2, "a1")) is RefusalCode.WRONG_PHASE
    assert refusal_code(state, Pass(2)) is RefusalCode.WRONG_PHASE


def test_one_who_owes_a_skip_does_not_accept_by_acting() -> None:
    state = play_all(THREE, place(0, "g7"), Grav(2), place(1, "a1"), Accept(0))
    assert state.skips == (0, 0, 1)
    assert refusal_code(state, place(2, "c3")) is RefusalCode.WRONG_PHASE
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
    assert refusal_code(state, place(1, "g7")) is RefusalCode.WRONG_PHASE
    assert refusal_code(state, Pass(1)) is RefusalCode.WRONG_PHASE


def test_acting_closes_a_window_whose_declaration_is_worth_nothing() -> None:
    state = play_all(put_alone(TWO, 0, *A_SQUARE_BUT_ONE), place(0, "c3", 2))
    assert window(state).bonus == 0
    assert refusal_code(state, place(1, "g7")) is None


def test_a_placement_that_is_refused_leaves_the_window_open() -> None:
    state = play_all(TWO, place(0, "g7"))
    assert refusal_code(state, place(1, "g7")) is RefusalCode.OCCUPIED
    assert refusal_code(state, place(1, "z9")) is RefusalCode.OFF_BOARD
    assert refusal_code(state, Grav(1)) is None
