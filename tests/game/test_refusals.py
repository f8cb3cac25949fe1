"""Refusals: the first code by priority, and the state does not change."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import (
    Accept,
    Action,
    Grav,
    Over,
    Pass,
    Penalty,
    Place,
    Refusal,
    RefusalCode,
    Remove,
    Resign,
    State,
    Turn,
    Window,
    apply,
    start,
)
from grav.rules import Bonus, breaches, completed_shapes, parse_rules
from grav.testing import (
    accepted_actions,
    place,
    play_all,
    put,
    put_alone,
    refusal_code,
    remove,
    strategies,
    try_action,
)
from grav.text import LANGUAGES

THREE = parse_rules("13x13 3p 3 2 4 2 4 revised first=0")
OPEN = parse_rules("13x13 3p 3 2 4 2 4 revised")
STRICT = parse_rules("13x13 3p 3 2 4 2 4 revised strict first=0")
STRICT_GRANTED = parse_rules("13x13 3p 3 2 4 2 4 classic strict first=0")
GRANTED = parse_rules("13x13 3p 3 2 4 2 4 classic first=0")

over = play_all(put(THREE, 0, "g7"), Resign(2), Pass(1), Pass(0))
on_turn = play_all(put(put(THREE, 0, "g7"), 1, "g9"), Resign(1))  # seat 2 is to move
window = play_all(THREE, place(0, "g7"), Accept(1))
penalty = play_all(put(put(put(THREE, 0, "g7"), 1, "g9"), 2, "g11"), place(0, "g12"), Grav(1))
bonus_turn = put(put_alone(THREE, 0, "c3", "c5", "e5"), 0, "e3", declare=1)


@every(
    ("state", "action", "code"),
    [
        pytest.param(
            over, place(9, "z99", 9), RefusalCode.GAME_OVER, id="over, by nobody, off the board"
        ),
        pytest.param(over, Pass(2), RefusalCode.GAME_OVER, id="over, by one who resigned"),
        pytest.param(
            on_turn, place(3, "g7"), RefusalCode.NO_SUCH_SEAT, id="nobody, on an occupied point"
        ),
        pytest.param(
            on_turn, Accept(-1), RefusalCode.NO_SUCH_SEAT, id="a seat below 0, in a wrong phase"
        ),
        pytest.param(
            on_turn, Accept(1), RefusalCode.ALREADY_RESIGNED, id="resigned, in a wrong phase"
        ),
        pytest.param(
            on_turn, place(1, "z99"), RefusalCode.ALREADY_RESIGNED, id="resigned, off the board"
        ),
        pytest.param(
            on_turn, Resign(1), RefusalCode.ALREADY_RESIGNED, id="resigned, resigning again"
        ),
        pytest.param(on_turn, Accept(0), RefusalCode.WRONG_PHASE, id="accepting without a window"),
        pytest.param(
            on_turn, remove(0, "z9"), RefusalCode.WRONG_PHASE, id="removing without a penalty"
        ),
        pytest.param(
            start(THREE), Pass(1), RefusalCode.WRONG_PHASE, id="not on turn, before a stone"
        ),
        pytest.param(start(OPEN), Grav(0), RefusalCode.WRONG_PHASE, id="shouting in the opening"),
        pytest.param(
            window, place(0, "g7"), RefusalCode.WRONG_PHASE, id="placing in the own window"
        ),
        pytest.param(window, place(1, "z9"), RefusalCode.WRONG_PHASE, id="placing after accepting"),
        pytest.param(window, remove(2, "g7"), RefusalCode.WRONG_PHASE, id="removing in a window"),
        pytest.param(penalty, place(1, "a1"), RefusalCode.WRONG_PHASE, id="placing in a penalty"),
        pytest.param(penalty, Pass(2), RefusalCode.WRONG_PHASE, id="passing in a penalty"),
        pytest.param(penalty, Grav(2), RefusalCode.WRONG_PHASE, id="shouting in a penalty"),
        pytest.param(
            on_turn, place(0, "z99"), RefusalCode.NOT_YOUR_TURN, id="not on turn, off the board"
        ),
        pytest.param(on_turn, Pass(0), RefusalCode.NOT_YOUR_TURN, id="passing, not on turn"),
        pytest.param(
            bonus_turn, Pass(1), RefusalCode.NOT_YOUR_TURN, id="passing another's bonus turn"
        ),
        pytest.param(
            penalty, remove(0, "z9"), RefusalCode.NOT_YOUR_TURN, id="another removes off board"
        ),
        pytest.param(window, Grav(0), RefusalCode.OWN_MOVE, id="shouting at the own stone"),
        pytest.param(window, Accept(0), RefusalCode.OWN_MOVE, id="accepting the own stone"),
        pytest.param(window, Grav(1), RefusalCode.ALREADY_ACCEPTED, id="shouting after accepting"),
        pytest.param(
            put(GRANTED, 0, "g7"), place(1, "n1", 1), RefusalCode.OFF_BOARD, id="off, declaring"
        ),
        pytest.param(put(GRANTED, 0, "g7"), place(1, "a0"), RefusalCode.OFF_BOARD, id="row 0"),
        pytest.param(
            put(GRANTED, 0, "g7"), place(1, "g7", 1), RefusalCode.OCCUPIED, id="taken, declaring"
        ),
        pytest.param(
            put(STRICT, 0, "g7"), place(1, "g7"), RefusalCode.OCCUPIED, id="taken, breaking rules"
        ),
        pytest.param(
            put(STRICT_GRANTED, 0, "g7"),
            place(1, "g8", 1),
            RefusalCode.VIOLATION,
            id="a breach, declaring",
        ),
        pytest.param(
            put(STRICT, 0, "g7"),
            place(1, "g8", 9),
            RefusalCode.VIOLATION,
            id="a breach, declaring too many",
        ),
        pytest.param(
            put(STRICT_GRANTED, 0, "g7"),
            place(1, "g9", 9),
            RefusalCode.CANNOT_DECLARE,
            id="granted, strict",
        ),
        pytest.param(
            put(GRANTED, 0, "g7"),
            place(1, "g9", 0),
            RefusalCode.CANNOT_DECLARE,
            id="granted, declaring 0",
        ),
        pytest.param(
            put(STRICT, 0, "g7"),
            place(1, "g9", 1),
            RefusalCode.TOO_MANY_DECLARED,
            id="too many declared",
        ),
        pytest.param(bonus_turn, Pass(0), RefusalCode.MUST_PLACE, id="passing a bonus turn"),
        pytest.param(penalty, remove(1, "n1"), RefusalCode.OFF_BOARD, id="removing off the board"),
        pytest.param(penalty, remove(1, "a1"), RefusalCode.NOT_THEIR_STONE, id="removing no stone"),
        pytest.param(
            penalty, remove(1, "g9"), RefusalCode.NOT_THEIR_STONE, id="removing the own stone"
        ),
        pytest.param(
            penalty, remove(1, "g11"), RefusalCode.NOT_THEIR_STONE, id="removing a bystander's"
        ),
        pytest.param(
            penalty, remove(1, "g12"), RefusalCode.NOT_THEIR_STONE, id="removing the voided one"
        ),
    ],
)
def test_the_first_code_that_applies_is_given(
    state: State, action: Action, code: RefusalCode
) -> None:
    assert refusal_code(state, action) is code


def test_the_codes_are_in_the_documented_order() -> None:
    assert [code.value for code in RefusalCode] == [
        "game_over",
        "no_such_seat",
        "already_resigned",
        "wrong_phase",
        "not_your_turn",
        "own_move",
        "already_accepted",
        "off_board",
        "occupied",
        "violation",
        "cannot_declare",
        "too_many_declared",
        "must_place",
        "not_their_stone",
    ]


def test_a_refusal_counts_seats_from_1() -> None:
    refusal = try_action(on_turn, Pass(0))
    assert str(refusal) == "it is player 3's turn"
    assert str(try_action(on_turn, Pass(7))) == "there is no player 8; this game has 3"


def test_a_refusal_is_unchanged_by_pickling() -> None:
    refusal = try_action(put(STRICT, 0, "g7"), place(1, "g8"))
    assert isinstance(refusal, Refusal)
    back = pickle.loads(pickle.dumps(refusal))
    assert (back.code, back.breaches) == (refusal.code, refusal.breaches)
    assert str(back) == str(refusal)


def closes_by_acting(state: State, by: int) -> bool:
    """Whether acting closes this window: nobody else is awaited, and this seat is next
    afterwards.
    """
    if not isinstance(state.phase, Window) or state.phase.awaiting != {by}:
        return False
    after = apply(state, Accept(by)).state.phase
    return isinstance(after, Turn) and after.seat == by


def in_phase(state: State, action: Action) -> bool:
    match action:
        case Resign():
            return True
        case Accept() | Grav():
            return isinstance(state.phase, Window)
        case Remove():
            return isinstance(state.phase, Penalty)
        case Pass() if not state.begun:
            return False
        case _:
            free = not isinstance(state.phase, (Window, Penalty))
            return free or closes_by_acting(state, action.by)


def acts(action: Action) -> bool:
    return isinstance(action, (Place, Pass, Remove))


def answers(action: Action) -> bool:
    return isinstance(action, (Accept, Grav))


def open_window(state: State) -> Window:
    assert isinstance(state.phase, Window)
    return state.phase


def off_board(state: State, action: Place | Remove) -> bool:
    return not {action.at.column, action.at.row} <= set(range(state.rules.size))


def forbidden(state: State, action: Place) -> bool:
    broken = breaches(state.rules, state.board, state.last, action.at)
    return state.rules.is_strict and bool(broken)


def declares_in_vain(state: State, action: Place) -> bool:
    return state.rules.edition.bonus is Bonus.GRANTED and action.declare is not None


def declares_too_many(state: State, action: Place) -> bool:
    found = completed_shapes(state.board, action.at, state.rules.edition)
    return state.rules.is_strict and (action.declare or 0) > len(found)


def theirs(state: State, action: Remove) -> bool:
    assert isinstance(state.phase, Penalty)
    return state.board.owner(action.at) == state.phase.violator


def bonus_turn_must_be_used(state: State) -> bool:
    rules = state.rules
    if not isinstance(state.phase, Turn) or not state.phase.on_bonus or rules.edition.bonus_pass:
        return False
    return not rules.is_strict or bool(state.legal())


# The condition of each code, from docs/law.md: a refusal meets the condition of its own code, and
# of none before it in the list.
FITS: dict[RefusalCode, Callable[[State, Action], bool]] = {
    RefusalCode.GAME_OVER: lambda s, _: isinstance(s.phase, Over),
    RefusalCode.NO_SUCH_SEAT: lambda s, a: a.by not in range(s.rules.players),
    RefusalCode.ALREADY_RESIGNED: lambda s, a: a.by in s.resigned,
    RefusalCode.WRONG_PHASE: lambda s, a: not in_phase(s, a),
    RefusalCode.NOT_YOUR_TURN: lambda s, a: acts(a) and s.to_move not in (None, a.by),
    RefusalCode.OWN_MOVE: lambda s, a: answers(a) and a.by == open_window(s).turn.seat,
    RefusalCode.ALREADY_ACCEPTED: lambda s, a: answers(a) and a.by not in open_window(s).awaiting,
    RefusalCode.OFF_BOARD: lambda s, a: isinstance(a, Place | Remove) and off_board(s, a),
    RefusalCode.OCCUPIED: lambda s, a: isinstance(a, Place) and s.board.owner(a.at) is not None,
    RefusalCode.VIOLATION: lambda s, a: isinstance(a, Place) and forbidden(s, a),
    RefusalCode.CANNOT_DECLARE: lambda s, a: isinstance(a, Place) and declares_in_vain(s, a),
    RefusalCode.TOO_MANY_DECLARED: lambda s, a: isinstance(a, Place) and declares_too_many(s, a),
    RefusalCode.MUST_PLACE: lambda s, a: isinstance(a, Pass) and bonus_turn_must_be_used(s),
    RefusalCode.NOT_THEIR_STONE: lambda s, a: isinstance(a, Remove) and not theirs(s, a),
}


def expected_code(state: State, action: Action) -> RefusalCode | None:
    return next((code for code in RefusalCode if FITS[code](state, action)), None)


@given(strategies.games(), st.data())
def test_an_action_is_refused_exactly_if_a_code_applies(
    game: strategies.Game, data: st.DataObject
) -> None:
    state = start(game.rules)
    at_any_time = data.draw(strategies.actions(game.rules))
    for action, outcome in game.plies:
        found = outcome.code if isinstance(outcome, Refusal) else None
        assert found is expected_code(state, action)
        assert refusal_code(state, at_any_time) is expected_code(state, at_any_time)
        state = outcome if isinstance(outcome, State) else state


@given(strategies.games())
def test_a_refusal_changes_nothing_and_neither_does_trying(game: strategies.Game) -> None:
    state = start(game.rules)
    for action, outcome in game.plies:
        before = (repr(state), hash(state), state.visits)
        again = try_action(state, action)
        assert (repr(state), hash(state), state.visits) == before
        if isinstance(outcome, Refusal):
            assert isinstance(again, Refusal)
            assert again.code is outcome.code
        else:
            assert again == outcome
            state = outcome
    assert state == play_all(game.rules, *accepted_actions(game.plies))


@given(strategies.games())
def test_a_refusal_has_a_text_in_every_language(game: strategies.Game) -> None:
    for _, outcome in game.plies:
        if isinstance(outcome, Refusal):
            told = [outcome.say(language) for language in LANGUAGES]
            assert all(told)
            assert len(set(told)) == len(LANGUAGES)
            assert bool(outcome.breaches) is (outcome.code is RefusalCode.VIOLATION)
