"""Parsing and formatting actions of the text protocol."""

from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.bots.engine.action_text import format_action, parse_action, parse_seat
from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.testing import place, remove
from grav.testing.strategies import named_points, texts

WORDS: dict[str, Action] = {
    "c5": place(0, "c5"),
    "c5 declare 0": place(0, "c5", 0),
    "c5 declare 12": place(0, "c5", 12),
    "pass": Pass(0),
    "accept": Accept(0),
    "grav": Grav(0),
    "remove c5": remove(0, "c5"),
    "resign": Resign(0),
}


@every(("words", "action"), WORDS.items(), ids=WORDS.keys())
def test_each_kind_of_action_has_its_text(words: str, action: Action) -> None:
    assert parse_action(0, words.split()) == action
    assert parse_action(0, words.upper().split()) == action
    assert format_action(action) == words


@given(
    st.builds(Place, st.just(2), named_points(), st.none() | st.integers(0, 10**30))
    | st.builds(Remove, st.just(2), named_points())
)
def test_actions_survive_a_round_trip_through_text(action: Action) -> None:
    assert parse_action(2, format_action(action).split()) == action


NO_ACTIONS = [
    *("", "c", "5", "5c", "c05", "c5 1", "c5+1", "c5 declare", "c5 declare x", "c5 declare -1"),
    *("c5 declare 1 1", "declare 1", "remove", "remove x", "remove c5 declare 1", "pass pass"),
    *("ok", "grav!", "place c5", "c5 declare " + "9" * 5000, "c5 declare ٣"),
]


@every("words", NO_ACTIONS, ids=lambda words: words[:30])
def test_an_invalid_action_is_not_parsed(words: str) -> None:
    assert parse_action(0, words.split()) is None


@given(texts(20))
def test_parsing_any_text_never_crashes(line: str) -> None:
    parse_action(0, line.split())


def test_seats_count_from_1() -> None:
    assert [parse_seat(word) for word in ("1", "6", "0")] == [0, 5, -1]
    assert [parse_seat(word) for word in ("", "-1", "x", "1.0", "9" * 5000)] == [None] * 5
