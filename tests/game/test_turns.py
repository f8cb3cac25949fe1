"""The order of turns, skips, passes, the end and the ranking."""

from grav.game import (
    Accept,
    Action,
    Ended,
    Event,
    GameEnded,
    Grav,
    Over,
    Pass,
    Passed,
    RefusalCode,
    Skipped,
    State,
    Turn,
    apply,
    start,
)
from grav.rules import parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code, remove

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
THREE = parse_rules("13x13 3p 3 2 4 1 24 revised first=0")
NEAR = parse_rules("13x13 2p 3 2 4 2 4 revised first=0")  # a step of 1 breaks the distance rule


def events(state: State, action: Action) -> tuple[Event, ...]:
    return apply(state, action).events


def test_the_others_follow_the_first_in_seat_order() -> None:
    rules = parse_rules("13x13 4p 3 2 4 1 24")
    state = put(rules, 2, "a1")
    assert state.order == (2, 3, 0, 1)
    for seat, at in [(3, "c1"), (0, "e1"), (1, "g1"), (2, "i1")]:
        assert state.phase == Turn(seat)
        state = put(state, seat, at)


def test_a_seat_that_owes_a_skip_is_skipped() -> None:
    state = play_all(THREE, place(0, "g7"))
    assert events(state, Grav(1))[2:] == (Skipped(1, 0),)
    assert play_all(state, Grav(1)).phase == Turn(2)


def test_if_all_others_are_skipped_the_mover_is_next_again() -> None:
    state = play_all(TWO, place(0, "g7"), Grav(1))
    assert (state.phase, state.skips) == (Turn(0), (0, 0))


def test_skips_are_paid_one_round_at_a_time() -> None:
    state = play_all(put(THREE, 0, "g7"), place(1, "a1"), Grav(0), place(2, "c1"), Grav(0))
    assert (state.phase, state.skips) == (Turn(1), (1, 0, 0))  # two owed, one paid
    state = play_all(state, Pass(1))
    assert events(state, Pass(2)) == (Passed(2), Skipped(0, 0))
    assert play_all(state, Pass(2)).phase == Turn(1)


def test_the_game_ends_when_all_have_passed() -> None:
    state = play_all(put(THREE, 0, "g7"), Pass(1), Pass(2))
    ended = GameEnded(Ended.PASSES, (0, 2, 1))
    assert events(state, Pass(0)) == (Passed(0), ended)
    assert play_all(state, Pass(0)).phase == Over(Ended.PASSES, (0, 2, 1))


def test_a_placement_breaks_the_row_of_passes() -> None:
    state = put(play_all(put(TWO, 0, "g7"), Pass(1)), 0, "a1")
    assert state.passed == frozenset()
    assert play_all(state, Pass(1)).phase == Turn(0)


def test_a_voided_placement_breaks_the_row_of_passes() -> None:
    state = play_all(put(NEAR, 0, "g7"), Pass(1), place(0, "g8"), Grav(1), remove(1, "g7"))
    assert state.passed == frozenset()
    assert play_all(state, Pass(1)).phase == Turn(0)


def test_a_skipped_turn_is_no_pass() -> None:
    state = play_all(put(THREE, 0, "g7"), place(1, "a1"), Grav(0), place(2, "c1"), Grav(0))
    state = play_all(state, Pass(1), Pass(2))
    assert state.phase == Turn(1)
    assert state.passed == {1, 2}
    state = play_all(state, Pass(1), Pass(2))
    assert state.phase == Turn(0)
    assert isinstance(play_all(state, Pass(0)).phase, Over)


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    state = play_all(put(TWO, 0, "g7"), Pass(1), Pass(0))
    assert refusal_code(state, place(0, "a1")) is RefusalCode.GAME_OVER
    assert refusal_code(state, Accept(0)) is RefusalCode.GAME_OVER


def test_the_player_with_the_most_stones_wins() -> None:
    state = play_all(put_alone(TWO, 0, "a1", "c1"), Pass(0))
    assert state.phase == Over(Ended.PASSES, (0, 1))


def test_in_a_tie_the_later_in_the_order_of_play_ranks_higher() -> None:
    rules = parse_rules("13x13 3p 3 2 4 1 24")
    state = put(put(put(rules, 1, "a1"), 2, "c1"), 0, "e1")
    state = play_all(state, Pass(1), Pass(2), Pass(0))
    assert state.phase == Over(Ended.PASSES, (0, 2, 1))


def test_a_full_board_leaves_only_passes() -> None:
    rules = parse_rules("3x3 2p 9 3 9 1 4 revised first=0")
    everywhere = [f"{column}{row}" for column in "abc" for row in (1, 2, 3)]
    state = put_alone(rules, 0, *everywhere)
    assert state.phase == Turn(0)
    assert state.legal() == {}
    assert play_all(state, Pass(0)).phase == Over(Ended.PASSES, (0, 1))


def test_start_states_are_equal_and_hashable() -> None:
    assert start(TWO) == start(TWO)
    assert hash(start(TWO)) == hash(start(TWO))
