"""Resigning is possible at any time; the stones stay, and the game goes on without that seat."""

from grav.game import (
    Accept,
    Ended,
    GameEnded,
    Grav,
    Opening,
    Over,
    Pass,
    Penalty,
    RefusalCode,
    Resign,
    Resigned,
    State,
    Stood,
    Turn,
    Window,
    apply,
)
from grav.rules import Point, parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code, remove

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
THREE = parse_rules("13x13 3p 3 2 4 1 24 revised first=0")
FOUR = parse_rules("13x13 4p 3 2 4 1 24 revised first=0")
OPEN = parse_rules("13x13 3p 3 2 4 1 24 revised")
NEAR = parse_rules("13x13 4p 3 2 4 2 4 revised first=0")  # a step of 1 breaks the distance rule


def penalty() -> State:
    """Returns a state in which seat 2 shouted rightly, and has to remove a stone of seat 0."""
    state = put(put(put(put(NEAR, 0, "g7"), 1, "g9"), 2, "g11"), 3, "g13")
    return play_all(state, place(0, "g12"), Grav(2))


def test_when_one_is_left_the_game_is_over() -> None:
    state = play_all(put(TWO, 0, "g7"), Resign(0))
    assert state.phase == Over(Ended.RESIGNATION, (1, 0))
    assert state.board.counts() == (1, 0)


def test_an_open_stone_stands_when_the_game_is_over() -> None:
    state = play_all(TWO, place(0, "g7"))
    resigned, stood, ended = apply(state, Resign(1)).events
    assert (resigned, stood) == (Resigned(1), Stood(0, Point.parse("g7")))
    assert ended == GameEnded(Ended.RESIGNATION, (0, 1))


def test_those_who_resigned_rank_last_the_later_the_higher() -> None:
    state = put(put(FOUR, 0, "a1"), 1, "c1")
    state = play_all(state, Resign(1), Resign(3), Resign(0))
    assert state.phase == Over(Ended.RESIGNATION, (2, 0, 3, 1))


def test_the_next_in_order_plays_for_one_who_resigns_on_turn() -> None:
    state = play_all(put(THREE, 0, "g7"), Resign(1))
    assert (state.phase, state.resigned) == (Turn(2), (1,))
    assert state.order == (0, 1, 2)


def test_turns_skip_a_seat_that_resigned_off_turn() -> None:
    state = play_all(put(THREE, 0, "g7"), Resign(2))
    assert state.phase == Turn(1)
    assert put(state, 1, "a1").phase == Turn(0)


def test_one_who_resigned_answers_no_more_windows() -> None:
    state = play_all(put(THREE, 0, "g7"), Resign(2), place(1, "a1"))
    assert isinstance(state.phase, Window)
    assert state.phase.awaiting == {0}


def test_one_who_resigns_in_a_window_has_answered() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(1), Resign(2))
    assert state.phase == Turn(1)


def test_one_who_has_accepted_may_resign_and_the_window_stays_open() -> None:
    state = play_all(FOUR, place(0, "g7"), Accept(1), Resign(1))
    assert isinstance(state.phase, Window)
    assert state.phase.awaiting == {2, 3}


def test_resigning_with_an_open_stone_lets_it_stand_without_bonus_turns() -> None:
    state = play_all(put_alone(THREE, 0, "a1", "a3", "c1"), place(0, "c3", 1), Resign(0))
    assert state.phase == Turn(1)
    assert state.board.owner(Point.parse("c3")) == 0


def test_bonus_turns_that_would_follow_are_lost() -> None:
    two_shapes_but_one = ("a6", "d6", "a3", "e3", "e1", "f1")
    state = put(put_alone(THREE, 0, *two_shapes_but_one), 0, "d3", declare=2)
    assert state.phase == Turn(0, True, 1, earned=2)
    assert play_all(state, Resign(0)).phase == Turn(1)
    assert play_all(state, place(0, "m1"), Resign(0)).phase == Turn(1)


def test_a_penalty_lapses_with_the_shouter_and_the_next_after_that_player_plays() -> None:
    state = play_all(penalty(), Resign(2))
    assert state.phase == Turn(3)
    assert state.board.counts() == (1, 1, 1, 1)


def test_a_violator_who_resigns_still_loses_the_stone() -> None:
    state = play_all(penalty(), Resign(0))
    assert state.phase == Penalty(shouter=2, violator=0)
    state = play_all(state, remove(2, "g7"))
    assert (state.phase, state.board.counts()) == (Turn(2), (0, 1, 1, 1))


def test_a_bystander_may_resign_during_a_penalty() -> None:
    assert play_all(penalty(), Resign(1)).phase == Penalty(shouter=2, violator=0)


def test_a_seat_that_resigned_keeps_its_skips_and_leaves_the_passed() -> None:
    state = play_all(put(FOUR, 0, "g7"), place(1, "a1"), Grav(0), Pass(2))
    assert state.skips == (1, 0, 0, 0)
    assert state.passed == {2}
    state = play_all(state, Resign(0), Resign(2))
    assert state.skips == (1, 0, 0, 0)
    assert state.passed == frozenset()
    assert play_all(state, Pass(3)).phase == Turn(1)


def test_the_opening_goes_on_without_one_who_resigns() -> None:
    state = play_all(OPEN, Resign(1))
    assert state.phase == Opening()
    assert refusal_code(state, place(1, "g7")) is RefusalCode.ALREADY_RESIGNED
    state = put(state, 0, "g7")
    assert (state.phase, state.order) == (Turn(2), (0, 1, 2))


def test_a_game_can_end_before_its_first_stone() -> None:
    assert play_all(OPEN, Resign(1), Resign(0)).phase == Over(Ended.RESIGNATION, (2, 0, 1))


def test_if_the_named_starter_resigns_the_next_starts() -> None:
    state = play_all(THREE, Resign(0))
    assert state.phase == Turn(1)
    assert refusal_code(state, Pass(1)) is RefusalCode.WRONG_PHASE


def test_one_who_resigns_on_turn_can_complete_the_passes() -> None:
    state = play_all(put(THREE, 0, "g7"), Pass(1), Pass(2), Resign(0))
    assert state.phase == Over(Ended.PASSES, (2, 1, 0))


def test_one_who_resigns_off_turn_can_complete_the_passes_bug() -> None:
    """The game ends as soon as every player still in it has passed since the last placement."""
    state = play_all(put(THREE, 0, "g7"), place(1, "a1"), Grav(0), place(2, "c1"), Grav(0))
    state = play_all(state, Pass(1), Pass(2))  # seat 0 skipped a turn, which is no pass
    assert state.phase == Turn(1)
    assert state.passed == {1, 2}
    state = play_all(state, Resign(0))
    assert state.phase == Over(Ended.PASSES, (2, 1, 0))


def test_one_who_resigned_may_do_nothing_more() -> None:
    state = play_all(put(THREE, 0, "g7"), Resign(1))
    for action in (Resign(1), Pass(1), Accept(1), Grav(1), place(1, "a1"), remove(1, "g7")):
        assert refusal_code(state, action) is RefusalCode.ALREADY_RESIGNED
