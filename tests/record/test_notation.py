"""Words of the text form, and the players that a word without a seat refers to."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game import (
    Accept,
    Action,
    Grav,
    Pass,
    Penalty,
    Place,
    Remove,
    Resign,
    State,
    Turn,
    Window,
    start,
)
from grav.record.notation import (
    Word,
    format_word,
    meant_actions,
    meant_seats,
    parse_word,
    state_after,
)
from grav.rules import Point, Rules, Setting
from grav.rules.setting import MAX_DIGITS
from grav.testing import place, play_all
from grav.testing.strategies import Game, games, named_points

LIMIT = 10**MAX_DIGITS
SEATS = st.integers() | st.sampled_from((LIMIT - 1, 1 - LIMIT))
DECLARATIONS = st.none() | st.integers(min_value=0) | st.just(LIMIT - 1)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Place, SEATS, named_points(), DECLARATIONS),
    st.builds(Remove, SEATS, named_points()),
    *(st.builds(kind, SEATS) for kind in (Pass, Accept, Grav, Resign)),
)
KINDS: tuple[type[Action], ...] = get_args(Action)

TWO = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)
THREE = Rules(9, 3, Setting(3, 3, 4, 2, 4), first=1)
OPEN = Rules(9, 3, Setting(3, 3, 4, 2, 4))

F7 = Point.parse("f7")


@every(
    ("text", "word"),
    [
        ("f7", Word(None, Place, F7)),
        ("f7+2", Word(None, Place, F7, 2)),
        ("f7+0", Word(None, Place, F7, 0)),
        ("2:f7", Word(1, Place, F7)),
        ("2:f7+12", Word(1, Place, F7, 12)),
        ("a0", Word(None, Place, Point(0, -1))),
        ("z9999", Word(None, Place, Point(25, 9998))),
        ("-f7", Word(None, Remove, F7)),
        ("3:-f7", Word(2, Remove, F7)),
        ("pass", Word(None, Pass)),
        ("ok", Word(None, Accept)),
        ("grav!", Word(None, Grav)),
        ("grav", Word(None, Grav)),
        ("2:grav!", Word(1, Grav)),
        ("1:resign", Word(0, Resign)),
        ("0:pass", Word(-1, Pass)),
        ("-1:pass", Word(-2, Pass)),
    ],
)
def test_a_word_is_parsed(text: str, word: Word) -> None:
    assert parse_word(text) == word


@every(
    "text",
    [
        *("", "F7", "f", "7", "f07", "f10000", "é7", "f٣", "٣:f7", "f7+", "f7+x", "f7+-1", "f7 "),
        *(" f7", "-f7+1", "--f7", "-pass", "2:", ":f7", "1:2:f7", "grav!!", "GRAV!", "f7\n", "+1"),
    ],
)
def test_an_invalid_word_is_not_parsed(text: str) -> None:
    assert parse_word(text) is None


@pytest.mark.parametrize(
    "text", [f"{LIMIT + 1}:ok", f"-{LIMIT}:ok", f"f7+{LIMIT}"], ids=["seat", "below", "declared"]
)
def test_a_number_with_too_many_digits_is_not_parsed(text: str) -> None:
    assert parse_word(text) is None


@given(ACTIONS)
def test_a_word_with_its_seat_states_the_action_in_any_game(action: Action) -> None:
    word = parse_word(format_word(action, with_seat=True))
    assert word is not None
    assert meant_actions(word, start(TWO)) == [action]


@given(ACTIONS)
def test_a_word_without_its_seat_leaves_only_the_seat_open(action: Action) -> None:
    told, silent = (parse_word(format_word(action, with_seat=seat)) for seat in (True, False))
    assert told is not None
    assert silent == Word(None, told.kind, told.at, told.declare)


IN_A_WINDOW = play_all(THREE, place(1, "c3"))
ONE_ACCEPTED = play_all(IN_A_WINDOW, Accept(2))
IN_A_PENALTY = play_all(THREE, place(1, "c3"), Accept(2), Accept(0), place(2, "c5"), Accept(0))
IN_A_PENALTY = play_all(IN_A_PENALTY, Accept(1), place(0, "e5"), Accept(1), Accept(2))
IN_A_PENALTY = play_all(IN_A_PENALTY, place(1, "e6"), Grav(0))


@every(
    ("state", "meant"),
    [
        (start(OPEN), {}),
        (start(THREE), {Place: [1], Pass: [1]}),
        (IN_A_WINDOW, {Accept: [2, 0]}),
        (ONE_ACCEPTED, {Place: [0], Pass: [0], Accept: [0], Grav: [0]}),
        (IN_A_PENALTY, {Remove: [0]}),
        (play_all(TWO, Resign(0)), {}),
    ],
    ids=["opening", "turn", "window", "window with one left", "penalty", "over"],
)
def test_the_seats_that_a_word_refers_to_in_each_phase(
    state: State, meant: dict[type[Action], list[int]]
) -> None:
    found = {kind: meant_seats(kind, state) for kind in KINDS}
    assert {kind: seats for kind, seats in found.items() if seats} == meant


def test_one_ok_means_the_acceptance_of_all_in_order_of_play() -> None:
    word = parse_word("ok")
    assert word is not None
    assert meant_actions(word, IN_A_WINDOW) == [Accept(2), Accept(0)]


@given(games())
def test_a_word_refers_to_the_awaited_seats(game: Game) -> None:
    state = start(game.rules)
    for action, _ in game.plies:
        meant = {kind: meant_seats(kind, state) for kind in KINDS}
        match state.phase:
            case Turn(seat):
                expected = {Place: [seat], Pass: [seat]}
            case Penalty(shouter):
                expected = {Remove: [shouter]}
            case Window(awaiting=awaiting):
                assert sorted(meant[Accept]) == sorted(awaiting)
                alone = sorted(awaiting) if len(awaiting) == 1 else []
                expected = {Place: alone, Pass: alone, Grav: alone, Accept: meant[Accept]}
            case _:
                expected = {}
        assert meant == {kind: expected.get(kind, []) for kind in KINDS}
        state = state_after(state, action)


def test_a_refused_action_returns_the_same_state() -> None:
    state = start(TWO)
    assert state_after(state, Pass(0)) is state
    assert state_after(state, place(0, "c3")) is not state
