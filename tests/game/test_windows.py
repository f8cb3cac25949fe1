"""What follows a placement: answers, shouts, penalties and bonus turns."""

from dataclasses import replace

import pytest

from grav.game import (
    Accept,
    Accepted,
    Action,
    BonusTurnBegun,
    Event,
    Grav,
    Over,
    Pass,
    Penalty,
    Placed,
    RefusalCode,
    Removed,
    Shouted,
    State,
    Stood,
    Turn,
    Voided,
    Window,
    apply,
)
from grav.rules import CLASSIC, Criterion, Point, Rules, WrongDistance, parse_rules
from grav.testing import place, play_all, put, put_alone, refusal_code, remove

TWO = parse_rules("13x13 2p 3 2 4 1 24 revised first=0")
THREE = parse_rules("13x13 3p 3 2 4 1 24 revised first=0")
FOUR = parse_rules("13x13 4p 3 2 4 1 24 revised first=0")
GRANTED = parse_rules("13x13 2p 3 2 4 1 24 classic first=0")
NEAR = parse_rules("13x13 3p 3 2 4 2 4 revised first=0")  # a step of 1 breaks the distance rule

A_SQUARE_BUT_ONE = ("a1", "a3", "c1")  # c3 completes it
TWO_SHAPES_BUT_ONE = ("a6", "d6", "a3", "e3", "e1", "f1")  # d3 completes both


def events(state: State, action: Action) -> tuple[Event, ...]:
    return apply(state, action).events


def window(state: State) -> Window:
    assert isinstance(state.phase, Window)
    return state.phase


def square_but_one(rules: Rules) -> State:
    """Seat 0 is on turn, and a stone on c3 completes one shape."""
    return put_alone(rules, 0, *A_SQUARE_BUT_ONE)


def broken(rules: Rules = NEAR) -> State:
    """Seats 0 and 1 have a stone each; in the open window, seat 2 broke the distance rule."""
    return play_all(put(put(rules, 0, "g7"), 1, "g9"), place(2, "g10"))


def test_every_other_player_is_awaited_until_they_answer() -> None:
    state = play_all(FOUR, place(0, "g7"))
    assert window(state).awaiting == {1, 2, 3}
    assert window(play_all(state, Accept(2))).awaiting == {1, 3}


def test_when_all_have_accepted_the_stone_stands_and_the_next_acts() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(2))
    assert events(state, Accept(1)) == (Accepted(1), Stood(0, Point.parse("g7")))
    assert play_all(state, Accept(1)).phase == Turn(1)


def test_an_acceptance_is_final() -> None:
    state = play_all(THREE, place(0, "g7"), Accept(2))
    assert refusal_code(state, Grav(2)) is RefusalCode.ALREADY_ACCEPTED
    assert refusal_code(state, Accept(2)) is RefusalCode.ALREADY_ACCEPTED


def test_nobody_answers_for_their_own_placement() -> None:
    state = play_all(THREE, place(0, "g7"))
    assert refusal_code(state, Accept(0)) is RefusalCode.OWN_MOVE
    assert refusal_code(state, Grav(0)) is RefusalCode.OWN_MOVE


def test_a_breach_that_nobody_shouts_at_stands() -> None:
    state = play_all(broken(), Accept(0), Accept(1))
    assert state.board.owner(Point.parse("g10")) == 2
    assert state.last == Point.parse("g10")
    assert state.phase == Turn(0)


def test_a_right_shout_takes_the_stone_back_and_shows_the_breach() -> None:
    at, breach = Point.parse("g10"), WrongDistance(Point.parse("g9"), 1, 2, 4)
    assert events(broken(), Grav(0)) == (Shouted(0, 2, at, (breach,)), Voided(2, at))
    after = play_all(broken(), Grav(0))
    assert after.board.owner(at) is None
    assert after.last == Point.parse("g9")


def test_the_first_to_shout_settles_the_window_and_the_others_lose_nothing() -> None:
    state = play_all(broken(), Grav(1))
    assert refusal_code(state, Grav(0)) is RefusalCode.WRONG_PHASE
    assert state.skips == (0, 0, 0)


def test_without_a_stone_to_remove_it_is_the_shouters_turn_at_once() -> None:
    assert play_all(broken(), Grav(1)).phase == Turn(1)


def test_the_shouter_removes_a_stone_and_plays_and_order_goes_on_from_there() -> None:
    state = put(put(put(NEAR, 0, "g7"), 1, "g9"), 2, "g11")
    state = play_all(state, place(0, "g12"), Grav(2))
    assert state.phase == Penalty(shouter=2, violator=0)
    assert events(state, remove(2, "g7")) == (Removed(2, 0, Point.parse("g7")),)
    state = play_all(state, remove(2, "g7"))
    assert state.phase == Turn(2)
    assert state.board.counts() == (0, 1, 1)
    assert put(state, 2, "g13").phase == Turn(0)


def test_distance_is_measured_from_the_latest_stone_left() -> None:
    state = put(put(put(NEAR, 0, "g7"), 1, "g9"), 2, "g11")
    state = put(state, 0, "g13")
    state = play_all(play_all(state, place(1, "g12"), Grav(2)), remove(2, "g9"))
    assert state.last == Point.parse("g13")
    state = play_all(put(state, 2, "i13"), place(0, "i12"), Grav(1), remove(1, "g13"))
    assert state.last == Point.parse("i13")
    state = play_all(state, place(1, "i12"), Grav(2))
    assert state.phase == Turn(2)  # seat 1 has no other stone
    state = play_all(state, place(2, "i12"), Grav(0), remove(0, "i13"))
    assert state.last == Point.parse("g11")


def test_on_an_emptied_board_the_next_stone_is_free() -> None:
    state = play_all(put_alone(NEAR, 0, "g7"), place(0, "g8"), Grav(2), remove(2, "g7"))
    assert state.last is None
    assert window(play_all(state, place(2, "a1"))).verdict.breaches == ()


def test_a_right_shout_ends_the_violators_bonus_turns() -> None:
    rules = parse_rules("13x13 2p 3 2 4 1 4 revised first=0")
    state = put(square_but_one(rules), 0, "c3", declare=1)
    assert state.phase == Turn(0, True, earned=1)
    state = play_all(state, place(0, "m13"), Grav(1), remove(1, "a1"))
    assert state.phase == Turn(1)
    assert play_all(state, Pass(1)).phase == Turn(0)


def test_a_won_turn_does_not_pay_a_skip_that_the_shouter_owes() -> None:
    state = play_all(put(put(NEAR, 0, "g7"), 1, "g9"), place(2, "g11"), Grav(1))
    assert state.skips == (0, 1, 0)
    state = play_all(state, place(0, "g12"), Grav(1), remove(1, "g7"))
    assert (state.phase, state.skips) == (Turn(1), (0, 1, 0))


def test_a_wrong_shout_costs_a_turn_and_the_stone_stands() -> None:
    state = play_all(THREE, place(0, "g7"))
    at = Point.parse("g7")
    assert events(state, Grav(2))[:2] == (Shouted(2, 0, at, ()), Stood(0, at))
    after = play_all(state, Grav(2))
    assert (after.phase, after.skips) == (Turn(1), (0, 0, 1))
    assert after.board.owner(at) == 0


def test_a_wrong_shout_closes_the_window_for_all() -> None:
    state = play_all(THREE, place(0, "g7"), Grav(2))
    assert refusal_code(state, Grav(1)) is RefusalCode.WRONG_PHASE


def test_a_wrong_shout_lets_the_bonus_turns_follow() -> None:
    state = play_all(square_but_one(TWO), place(0, "c3", 1), Grav(1))
    assert (state.phase, state.skips) == (Turn(0, True, earned=1), (0, 1))


def test_wrong_shouts_add_up() -> None:
    state = play_all(square_but_one(TWO), place(0, "c3", 1), Grav(1), place(0, "e9"), Grav(1))
    assert (state.phase, state.skips) == (Turn(0), (0, 1))  # two owed, one paid at once


def test_a_declared_bonus_turn_follows_at_once() -> None:
    state = play_all(square_but_one(TWO), place(0, "c3", 1))
    at = Point.parse("c3")
    assert events(state, Accept(1)) == (Accepted(1), Stood(0, at), BonusTurnBegun(0, 0))
    assert play_all(state, Accept(1)).phase == Turn(0, True, 0, earned=1)


def test_without_a_declaration_there_is_no_bonus_turn() -> None:
    state = play_all(square_but_one(TWO), place(0, "c3"))
    assert (window(state).declared, window(state).verdict.shapes, window(state).bonus) == (0, 1, 0)
    assert play_all(state, Accept(1)).phase == Turn(1)


def test_more_declared_than_there_are_shapes_is_worth_nothing() -> None:
    state = play_all(square_but_one(TWO), place(0, "c3", 2))
    assert (window(state).declared, window(state).bonus) == (2, 0)
    assert play_all(state, Accept(1)).phase == Turn(1)


def test_fewer_may_be_declared() -> None:
    state = put_alone(TWO, 0, *TWO_SHAPES_BUT_ONE)
    assert window(play_all(state, place(0, "d3", 1))).verdict.shapes == 2
    assert put(state, 0, "d3", declare=1).phase == Turn(0, True, 0, earned=1)
    assert put(state, 0, "d3", declare=2).phase == Turn(0, True, 1, earned=2)


def test_granted_bonus_turns_need_no_declaration() -> None:
    state = play_all(square_but_one(GRANTED), place(0, "c3"))
    assert (window(state).declared, window(state).bonus) == (None, 1)
    assert play_all(state, Accept(1)).phase == Turn(0, True, earned=1)


def test_a_bonus_placement_can_earn_more() -> None:
    state = put(square_but_one(GRANTED), 0, "c3")
    state = play_all(state, place(0, "e1"))
    earned = window(state).bonus
    assert earned >= 1
    assert play_all(state, Accept(1)).phase == Turn(0, True, earned - 1, earned=1 + earned)


def test_bonus_turns_are_used_up_one_by_one() -> None:
    state = put(put_alone(TWO, 0, *TWO_SHAPES_BUT_ONE), 0, "d3", declare=2)
    state = put(state, 0, "m1")
    assert state.phase == Turn(0, True, 0, earned=2)
    assert put(state, 0, "m13").phase == Turn(1)


@pytest.mark.parametrize(("limit", "bonus"), [(0, 0), (1, 1), (2, 2)])
def test_bonus_turns_beyond_the_limit_are_dropped(limit: int, bonus: int) -> None:
    rules = replace(TWO, edition=replace(TWO.edition, bonus_limit=limit))
    state = play_all(put_alone(rules, 0, *TWO_SHAPES_BUT_ONE), place(0, "d3", 2))
    assert (window(state).declared, window(state).bonus) == (2, bonus)


def test_the_limit_bounds_all_that_a_turn_earns() -> None:
    rules = replace(GRANTED, edition=replace(CLASSIC, bonus_limit=1))
    state = play_all(put(square_but_one(rules), 0, "c3"), place(0, "e1"))
    assert window(state).verdict.shapes >= 1
    assert window(state).bonus == 0
    assert play_all(state, Accept(1)).phase == Turn(1)


def test_the_limit_begins_anew_with_the_next_turn() -> None:
    rules = replace(GRANTED, edition=replace(CLASSIC, bonus_limit=1))
    state = put(put(square_but_one(rules), 0, "c3"), 0, "e1")
    state = play_all(state, Pass(1), place(0, "e3"))
    assert window(state).bonus == 1


def test_the_limit_does_not_change_shapes_and_legal_points() -> None:
    rules = replace(TWO, edition=replace(TWO.edition, bonus_limit=0))
    state = square_but_one(rules)
    assert state.legal()[Point.parse("c3")] == 1
    assert window(play_all(state, place(0, "c3", 1))).verdict.shapes == 1


def test_whole_counts_one_shape_for_the_board() -> None:
    rules = replace(TWO, edition=replace(TWO.edition, shapes=Criterion.WHOLE))
    assert window(play_all(square_but_one(rules), place(0, "c3", 1))).bonus == 1
    with_another = put_alone(square_but_one(rules), 0, "m13")
    assert window(play_all(with_another, place(0, "c3", 1))).bonus == 0


def test_bonus_turns_are_lost_when_no_point_is_empty() -> None:
    rules = parse_rules("3x3 2p 9 3 9 1 4 classic min_shape=9 first=0")
    state = put_alone(rules, 0, "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2")
    state = play_all(state, place(0, "c3"))
    assert window(state).bonus == 1
    assert play_all(state, Accept(1)).phase == Turn(1)
    assert refusal_code(state, Pass(1)) is None  # so the next player accepts by acting


def test_a_bonus_turn_must_be_used_where_it_may_not_be_passed() -> None:
    state = put(square_but_one(TWO), 0, "c3", declare=1)
    assert refusal_code(state, Pass(0)) is RefusalCode.MUST_PLACE


def test_passing_a_bonus_turn_ends_the_whole_turn_and_is_a_pass() -> None:
    state = put(put_alone(GRANTED, 0, *TWO_SHAPES_BUT_ONE), 0, "d3")
    assert state.phase == Turn(0, True, 1, earned=2)
    state = play_all(state, Pass(0))
    assert state.phase == Turn(1)
    assert state.passed == {0}
    assert isinstance(play_all(state, Pass(1)).phase, Over)


def test_a_bonus_placement_keeps_the_placement_rules() -> None:
    rules = parse_rules("13x13 2p 3 2 4 1 4 revised first=0")
    state = put(square_but_one(rules), 0, "c3", declare=1)
    assert window(play_all(state, place(0, "m13"))).verdict.violations == ["distance"]


def test_the_event_of_a_placement_has_its_verdict() -> None:
    state = square_but_one(TWO)
    (placed,) = events(state, place(0, "c3", 1))
    assert isinstance(placed, Placed)
    assert placed.to_json() == {
        "event": "placed",
        "by": 0,
        "at": "c3",
        "declared": 1,
        "breaches": [],
        "shapes": 1,
    }
