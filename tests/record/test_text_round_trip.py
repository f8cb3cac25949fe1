"""The text form: exact round trips, lenient parsing, clear errors."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from tests.conformance.vectors import every_vector
from tests.subtests import every

from grav.game import Accept, Action, Grav, Pass, Place, Resign, action_keys
from grav.record import (
    Record,
    format_json_line,
    format_text_record,
    parse_text_record,
    record_from_json,
    record_to_json,
)
from grav.record.text_writer import WIDTH
from grav.rules import CLASSIC, REVISED, Bonus, Enforcement, Rules, Setting, parse_rules
from grav.testing import place, remove
from grav.testing.strategies import Game, actions, games, json_values, texts

RECORDS = Path(__file__).parents[1] / "data" / "records"
KNOWN = {"grav", "rules", "actions", "players", "comments", "name", "date", "place", "setting"}
KNOWN |= {"table"}
TEXTS = texts(12)
VALUES = json_values()
SAID = VALUES.filter(lambda value: value is not None)
STRANGE_SEATS = st.integers()


def kept(known: set[str]) -> SearchStrategy[dict[str, Any]]:
    """Draws unknown keys with values."""
    return st.dictionaries(TEXTS.filter(lambda key: key not in known), VALUES, max_size=3)


@st.composite
def played(draw: DrawFn, game: Game) -> list[Action]:
    """Draws the actions of a game with some impossible ones among them."""
    played = [action for action, _ in game.plies]
    for action in draw(st.lists(actions(game.rules), max_size=3)):
        strange = replace(action, by=draw(STRANGE_SEATS)) if draw(st.booleans()) else action
        played.insert(draw(st.integers(0, len(played))), strange)
    return played


@st.composite
def records(draw: DrawFn) -> Record:
    """Draws records of random games with everything that a record can hold."""
    game = draw(games(max_size=7, max_length=40))
    acts = draw(played(game))
    said = {
        "name": TEXTS,
        "date": TEXTS,
        "place": TEXTS,
        "players": st.tuples(*[TEXTS] * game.rules.players),
        "setting": SAID,
        "table": SAID,
    }
    extra = draw(kept(KNOWN)) | draw(st.fixed_dictionaries({}, optional={"comment": TEXTS | SAID}))
    indices = st.sets(st.sampled_from(range(len(acts))), max_size=4)
    keys = {
        index: draw(kept(set(action_keys(acts[index])))) | {"note": draw(VALUES)}
        for index in draw(indices)
    }
    return Record(
        game.rules,
        tuple(acts),
        comments={index: draw(TEXTS) for index in draw(indices)},
        extra=extra,
        action_extra=keys,
        **draw(st.fixed_dictionaries({}, optional=said)),
    )


@given(records())
def test_a_record_survives_a_round_trip_through_text(record: Record) -> None:
    text = format_text_record(record)
    text.encode()
    again = parse_text_record(text)
    assert again == record
    assert format_json_line(record_to_json(again)) == format_json_line(record_to_json(record))
    assert format_text_record(again) == text


@given(games(max_size=9, max_length=120))
def test_a_whole_game_survives_a_round_trip_through_text(game: Game) -> None:
    record = Record(game.rules, tuple(action for action, _ in game.plies))
    assert parse_text_record(format_text_record(record)) == record


@every_vector
def test_every_vector_survives_a_round_trip_through_text(vector: dict[str, Any]) -> None:
    record = record_from_json(vector)
    text = format_text_record(record)
    assert parse_text_record(text) == record
    assert format_text_record(parse_text_record(text)) == text


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.grav")), ids=lambda file: file.stem)
def test_a_written_text_is_unchanged_by_a_round_trip(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert format_text_record(parse_text_record(text)) == text


# --- writing --------------------------------------------------------------------------------------

TWO = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)


def test_the_layout_of_a_record() -> None:
    record = Record(
        replace(TWO, edition=replace(CLASSIC, min_shape=5), enforcement=Enforcement.CHALLENGE),
        (place(0, "c3"), Accept(1), place(1, "c4"), Grav(0), place(0, "c5"), Accept(1)),
        name="One",
        players=("Round", "Square"),
        date="today",
        place="here",
        comments={2: "too near\n\nis it?", 5: ""},
        setting=[1, 2],
        table={"clock": None},
        extra={"comment": "a remark", "x y": "é"},
        action_extra={0: {"ms": 12}},
    )
    assert format_text_record(record) == (
        "Grav 1\n"
        "Name: One\n"
        "Player 1: Round\n"
        "Player 2: Square\n"
        "Date: today\n"
        "Place: here\n"
        "Board: 9x9\n"
        "Players: 2\n"
        "Setting: 3 3 4 2 4\n"
        "Edition: classic\n"
        "House rules: min_shape=5\n"
        "First: 1\n"
        "Settled: [1,2]\n"
        'Table: {"clock":null}\n'
        '"x y": "é"\n'
        "\n"
        "; a remark\n"
        "\n"
        '1. c3 {"ms":12} ok 2. c4\n'
        "; too near\n"
        ";\n"
        "; is it?\n"
        "grav! 3. c5 ok\n"
        ";\n"
    )


def test_lines_of_moves_are_short_and_begin_with_a_number() -> None:
    text = (RECORDS / "recorded-game.grav").read_text(encoding="utf-8")
    moves = text.partition("\n\n")[2].splitlines()
    assert len(moves) > 3
    assert all(len(line) <= WIDTH and line[0].isdigit() for line in moves)


def test_a_seat_is_written_only_if_it_is_ambiguous() -> None:
    three = Rules(9, 3, Setting(3, 3, 4, 2, 4))
    acts = (place(2, "c3"), Accept(0), Accept(1), place(0, "c5"), Accept(2), Accept(1), Resign(1))
    assert (
        format_text_record(Record(three, acts)).splitlines()[-1]
        == "1. 3:c3 ok 2. c5 3:ok ok 2:resign"
    )


# --- texts written by hand ------------------------------------------------------------------------

HEAD = "Board: 9x9\nSetting: 3 3 4 2 4\n"
FIRST = HEAD + "First: 1\n\n"
F7_E6: list[Action] = [place(0, "f7"), Accept(1), place(1, "e6"), Accept(0)]


@every(
    ("moves", "expected"),
    [
        ("1. f7 ok 2. e6 ok", F7_E6),
        ("1. f7 2. e6 ok", [F7_E6[0], *F7_E6[2:]]),
        ("f7 e6 d5", [place(0, "f7"), place(1, "e6"), place(0, "d5")]),
        ("1.f7 ok 2.e6 ok", F7_E6),
        ("1.\nf7\nok\n2. e6   ok\n\n\n", F7_E6),
        ("\t1. f7 ok;nice\n2. e6 ok", F7_E6),
        ("1:f7 2:ok 2:e6 1:ok", F7_E6),
        ("f7+2 e6+0", [place(0, "f7", 2), place(1, "e6", 0)]),
        ("f7 f6 2:grav! pass", [place(0, "f7"), place(1, "f6"), Grav(1), Pass(0)]),
        ("f7 ok f6 grav f5", [place(0, "f7"), Accept(1), place(1, "f6"), Grav(0), place(0, "f5")]),
        (
            "f7 e6 e5 grav! -f7 2:d4",
            [
                *(place(0, "f7"), place(1, "e6"), place(0, "e5")),
                *(Grav(1), remove(1, "f7"), place(1, "d4")),
            ],
        ),
        ("1. f7 9:e6 2. e6", [place(0, "f7"), place(8, "e6"), place(1, "e6")]),
        ("1. f7 2. f7 2. e6", [place(0, "f7"), place(1, "f7"), place(1, "e6")]),
        ("", []),
    ],
)
def test_moves_written_by_hand_are_read(moves: str, expected: list[Action]) -> None:
    assert list(parse_text_record(FIRST + moves).actions) == expected


def test_one_ok_among_three_players_is_the_acceptance_of_all() -> None:
    text = HEAD + "Players: 3\n\n1. 2:f7 ok 2. e6 2:ok ok 3. d5 3:grav! e4"
    assert list(parse_text_record(text).actions) == [
        *(place(1, "f7"), Accept(2), Accept(0)),
        *(place(2, "e6"), Accept(1), Accept(0)),
        *(place(0, "d5"), Grav(2), place(1, "e4")),
    ]


def test_a_text_written_by_hand_is_read() -> None:
    text = (
        "\ufeff\r\n"
        "Grav 1 \r\n"
        "setting :  3  3 4 2 4 \r\n"
        "HOUSE  RULES: bonus_limit=1 min_shape=5\r\n"
        'player 2:Square\r\n"x": {"y": [1]}\r\n'
        "  Place: a  b \r\n"
        "board: 9 x 9\r\n"
        "Table: null\r\n"
        "Enforcement: strict\r\n"
        "PLAYER 1: Round\\n\\u0041\r\n"
        "first: 2\r\n"
        "\r\n"
        ";remark \r\n"
        ";  more\r\n"
        "1.f7\r\n"
        "2. e6 ; good\r\n"
        "\r\n"
        '3. d5 {"ms":1};better\r\n'
        "  ; best\r\n"
    )
    rules = Rules(
        size=9,
        players=2,
        setting=Setting(3, 3, 4, 2, 4),
        edition=replace(REVISED, bonus_limit=1, min_shape=5),
        enforcement=Enforcement.STRICT,
        first=1,
    )
    assert parse_text_record(text) == Record(
        rules,
        (place(1, "f7"), place(0, "e6"), place(1, "d5")),
        players=("Round\nA", "Square"),
        place="a  b",
        comments={1: "good", 2: "better\nbest"},
        extra={"x": {"y": [1]}, "comment": "remark \n more"},
        action_extra={2: {"ms": 1}},
    )


@every(
    ("headers", "line"),
    [
        ("", "9x9 2p 3 3 4 2 4 revised"),
        ("Players: 6", "9x9 6p 3 3 4 2 4 revised"),
        ("Edition: classic", "9x9 2p 3 3 4 2 4 classic"),
        ("House rules: shapes=whole", "9x9 2p 3 3 4 2 4 revised shapes=whole"),
        ("Enforcement: challenge", "9x9 2p 3 3 4 2 4 revised"),
        ("First: 2", "9x9 2p 3 3 4 2 4 revised first=1"),
    ],
)
def test_missing_rules_have_the_defaults(headers: str, line: str) -> None:
    assert parse_text_record(f"{HEAD}{headers}").rules == parse_rules(line)


@pytest.mark.parametrize("board", ["9x9", "9 x 9", "9×9", "9 × 9", "9\tx 9"])
def test_a_board_size_may_be_written_with_spaces(board: str) -> None:
    assert parse_text_record(f"Setting: 3 3 4 2 4\nBoard: {board}").rules.size == 9


def test_the_title_is_optional() -> None:
    assert parse_text_record(FIRST + "f7") == parse_text_record("Grav 1\n" + FIRST + "f7")


def test_an_action_may_have_unknown_keys_of_any_form() -> None:
    text = FIRST + 'f7 {"a": "} ; \\" {", "b": {"c": [{}]}} ok'
    assert parse_text_record(text).action_extra == {0: {"a": '} ; " {', "b": {"c": [{}]}}}
    assert len(parse_text_record(text).actions) == 2


def test_declarations_are_kept_where_bonus_turns_are_granted() -> None:
    """Such an action is refused, but a record may contain it."""
    granted = replace(TWO, edition=CLASSIC)
    assert granted.edition.bonus is Bonus.GRANTED
    acts: tuple[Action, ...] = (Place(0, place(0, "f7").at, 0), place(0, "f7"))
    record = Record(granted, acts)
    assert parse_text_record(format_text_record(record)) == record
    assert format_text_record(record).endswith("\n\nf7+0 1. f7\n")


def test_comments_may_have_any_lines() -> None:
    comments: Mapping[int, str] = {0: "\n", 1: "", 2: " a \n\n b", 3: "\\n; {"}
    record = Record(TWO, tuple(F7_E6), comments=comments)
    assert parse_text_record(format_text_record(record)) == record
