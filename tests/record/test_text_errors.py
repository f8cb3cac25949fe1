"""Errors in the text form are reported with their place; no input crashes the parser."""

from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from tests.subtests import every

from grav.game import Accept, Action
from grav.record import (
    Record,
    RecordError,
    format_json_line,
    format_text_record,
    parse_json,
    parse_text_record,
    record_from_json,
    record_to_json,
)
from grav.rules import Rules, Setting
from grav.testing import place
from grav.testing.strategies import LETTERS
from grav.text import LANGUAGES, GravError

RECORDS = Path(__file__).parents[1] / "data" / "records"
KNOWN = {"grav", "rules", "actions", "players", "comments", "name", "date", "place", "setting"}
KNOWN |= {"table"}
TWO = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)


HEAD = "Board: 9x9\nSetting: 3 3 4 2 4\n"
FIRST = HEAD + "First: 1\n\n"
F7_E6: list[Action] = [place(0, "f7"), Accept(1), place(1, "e6"), Accept(0)]


# --- errors ---------------------------------------------------------------------------------------

HEADER = "expected a header such as “Setting: 3 3 4 2 4”"
WORD = "expected a point such as f7, pass, ok, grav!, -f7, resign, or a comment"
KEYS = "expected an object of keys that are not part of the action, once"
ERRORS: list[tuple[str, int, int, str]] = [
    # the title
    ("Grav 2\n" + HEAD, 1, 6, "found “2”, expected version 1"),
    ("Grav 0\n" + HEAD, 1, 6, "found “0”, expected version 1"),
    ("Grav\n" + HEAD, 1, 1, f"found “Grav”, {HEADER}"),
    (HEAD + "Grav 1\n", 3, 1, f"found “Grav”, {HEADER}"),
    # headers
    ("hello world", 1, 1, f"found “hello”, {HEADER}"),
    (HEAD + "  Colour: red", 3, 3, f"found “Colour:”, {HEADER}"),
    (HEAD + "1. f7 ok", 3, 1, f"found “1.”, {HEADER}"),
    (HEAD + ": x", 3, 1, f"found “:”, {HEADER}"),
    (HEAD + "Name: a\nNAME: b", 4, 1, "found “NAME:”, expected each header once"),
    (HEAD + '"x": 1\n "x" : 2', 4, 2, 'found “"x"”, expected each header once'),
    ("Setting: 3 3 4 2 4\n\nf7", 3, 1, "found “f7”, expected the header “Board: …”"),
    ("Board: 9x9", 1, 1, "found “Board:”, expected the header “Setting: …”"),
    ("", 1, 1, "found the end of the line, expected the header “Board: …”"),
    ("Board: 9x8\nSetting: 3 3 4 2 4", 1, 8, "found “9x8”, expected a board such as 9x9"),
    ("Board: nine\nSetting: 3 3 4 2 4", 1, 8, "found “nine”, expected a board such as 9x9"),
    ("Board:\nSetting: 3 3 4 2 4", 1, 7, "found the end of the line, expected a board"),
    ("Board: 26x26\nSetting: 3 3 4 2 4", 1, 8, "size is 26, but it must be from 3 to 25"),
    ("Board: 9x9\nSetting: 3 3 4 2", 2, 10, "found “3”, expected five whole numbers such as 3 3"),
    ("Board: 9x9\nSetting: 2 3 4 2 4", 2, 10, "a is 2, but it must be at least 3"),
    ("Board: 9x9\nSetting:  3 9 99 2 4", 2, 11, "c is 99, but it must be from 2 to 81"),
    (HEAD + "Players: two", 3, 10, "found “two”, expected a whole number"),
    (HEAD + "Players: 7", 3, 10, "players is 7, but it must be from 2 to 6"),
    (HEAD + "First: ٣", 3, 8, "found “٣”, expected a whole number"),
    (HEAD + "First: 4\nPlayers: 3", 3, 8, "first is 4, but it must be from 1 to 3"),
    (HEAD + "First: 0", 3, 8, "first is 0, but it must be from 1 to 2"),
    (HEAD + "Edition: strict", 3, 10, "there is no edition"),
    (HEAD + "House rules: min_shape=3", 3, 14, "min_shape is 3, but it must be at least 4"),
    (HEAD + "House rules: min_shape=x", 3, 14, 'min_shape is "x"; expected a whole number'),
    (HEAD + "House rules: shapes=all", 3, 14, 'shapes is "all"; expected one of every, largest'),
    (HEAD + "House rules: colour=red", 3, 14, '"colour=red" has no meaning in rules'),
    (HEAD + "Edition: old", 3, 10, 'there is no edition "old"; expected one of classic, revised'),
    (HEAD + "Edition: classic bonus=declared", 3, 10, 'there is no edition "classic bonus=declar'),
    (HEAD + "Enforcement: lax", 3, 14, "found “lax”, expected one of challenge, strict"),
    (HEAD + "Player 1: a\nPlayer 3: b", 4, 1, "found “Player”, expected a player from 1 to 2"),
    (HEAD + "Player 1: a", 3, 12, "found the end of the line, expected the header “Player 2: …”"),
    (HEAD + r"Name: a\q", 3, 8, r"found “\q”, expected \\, \n or \u and four digits"),
    (HEAD + 'Table: {"a": }', 3, 14, "found “}”, expected a JSON value"),
    (HEAD + "Settled: [1", 3, 12, "found the end of the line, expected a JSON value"),
    (HEAD + "Table: NaN", 3, 8, "found “NaN”, expected a JSON value"),
    (HEAD + 'Table: {} "x"', 3, 11, 'found “"x"”, expected a JSON value'),
    (HEAD + "Table: " + "9" * 5000, 3, 8, "expected a JSON value"),
    (HEAD + "Table: " + "[" * 100_000, 3, 8, "expected a JSON value"),
    (HEAD + '"x": y', 3, 6, "found “y”, expected a JSON value"),
    (HEAD + r'"\x": 1', 3, 2, "expected a JSON value"),
    (HEAD + '"name": "x"', 3, 1, 'found “"name":”, expected a key that has no header of its own'),
    (HEAD + '"comment": 1\n\n; x', 5, 1, "found “;”, expected one remark on the whole game"),
    # moves
    (FIRST + "1. f7 xyz", 5, 7, f"found “xyz”, {WORD}"),
    (FIRST + "1. F7", 5, 4, f"found “F7”, {WORD}"),
    (FIRST + "1. f7\n\n   f7,ok", 7, 4, f"found “f7,ok”, {WORD}"),
    (FIRST + "-f7+1", 5, 1, f"found “-f7+1”, {WORD}"),
    (FIRST + "1..f7", 5, 3, f"found “.f7”, {WORD}"),
    (FIRST + "x" * 99, 5, 1, f"found “{'x' * 40}”, {WORD}"),
    (HEAD + "\n1. f7", 4, 4, "found “f7”, expected who it was, such as “2:f7”"),
    (FIRST + "1. f7 ok resign", 5, 10, "found “resign”, expected who it was, such as “2:resign”"),
    (FIRST + "1. f7 ok ok", 5, 10, "found “ok”, expected who it was, such as “2:ok”"),
    (FIRST + "-f7", 5, 1, "found “-f7”, expected who it was, such as “2:-f7”"),
    (HEAD + "Players: 3\n\n1:f7 grav!", 5, 6, "found “grav!”, expected who it was, such as"),
    (FIRST + "2. f7", 5, 1, "found “2.”, expected the move number 1."),
    (FIRST + "1. f7 ok\n3.e6", 6, 1, "found “3.e6”, expected the move number 2."),
    (FIRST + "1. 2. f7", 5, 4, "found “2.”, expected a placement after its number"),
    (FIRST + "1. f7 2. ok", 5, 10, "found “ok”, expected a placement after its number"),
    (FIRST + "1. f7 2.", 5, 9, "found the end of the line, expected a placement after its number"),
    (FIRST + "1. f7 2.\n", 6, 1, "found the end of the line, expected a placement after"),
    (FIRST + '{"x": 1} f7', 5, 1, f'found “{{"x":”, {WORD}'),
    (FIRST + 'f7 {"x": 1} {"y": 1}', 5, 13, f'found “{{"y":”, {KEYS}'),
    (FIRST + "f7 {} ok", 5, 4, f"found “{{}}”, {KEYS}"),
    (FIRST + 'f7 {"x": 1, "by": 1}', 5, 4, f'found “{{"x":”, {KEYS}'),
    (FIRST + 'f7 {"declare": 1}', 5, 4, f'found “{{"declare":”, {KEYS}'),
    (FIRST + 'f7 {"x"}', 5, 4, "expected a JSON value"),
    (FIRST + 'f7 {"x": NaN}', 5, 4, "expected a JSON value"),
    (FIRST + 'f7 {"x": ' + "[" * 100_000, 5, 4, "expected a JSON value"),
    (FIRST + 'f7 {"x": ' + "9" * 5000 + "}", 5, 4, "expected a JSON value"),
    (FIRST + r"f7 ; a\b", 5, 7, r"found “\b”, expected \\, \n or \u and four digits"),
    (FIRST + "f7 ;a\\", 5, 6, "found “\\”, expected \\\\, \\n or \\u and four digits"),
]


def error_text(error: GravError) -> str:
    """Returns the error in English, after checking its text in every language."""
    for language in LANGUAGES:
        told = error.say(language)
        assert told.strip()
        assert not {category(letter) for letter in told} & {"Cc", "Cs", "Zl", "Zp"}
    return str(error)


@every(("text", "line", "column", "told"), ERRORS, ids=lambda value: ascii(value)[:50])
def test_an_error_names_its_place_what_was_found_and_what_was_expected(
    text: str, line: int, column: int, told: str
) -> None:
    for ends in ("\n", "\r\n"):
        with pytest.raises(RecordError) as caught:
            parse_text_record(text.replace("\n", ends))
        message = error_text(caught.value)
        assert message.startswith(f"line {line}, column {column}: ")
        assert told in message
        values = caught.value.text.values
        assert (values["line"], values["column"]) == (line, column)


# --- keys that would change the game --------------------------------------------------------------


def in_json(record: Record) -> Record:
    """Returns the record after a round trip through JSON."""
    return record_from_json(parse_json(format_json_line(record_to_json(record))))


@every("key", sorted(KNOWN))
def test_a_quoted_known_key_is_refused(key: str) -> None:
    """In JSON it would replace the record's own key, and so change the game."""
    with pytest.raises(RecordError, match="expected a key that has no header of its own"):
        parse_text_record(FIRST.replace("\n\n", f'\n"{key}": [0]\n\n') + "1. f7 ok")


@pytest.mark.parametrize(
    "keys", ['{"by":1}', '{"do":"pass"}', '{"at":"e6"}', '{"declare":3}', '{"do":1}']
)
def test_known_keys_of_an_action_are_refused(keys: str) -> None:
    """In JSON they would replace the action's own keys, and so change the action."""
    with pytest.raises(RecordError, match="expected an object of keys that are not part"):
        parse_text_record(FIRST + f"1. f7 {keys} ok")


def test_a_key_of_another_kind_of_action_is_unknown() -> None:
    record = parse_text_record(FIRST + '1. f7 ok {"at":"f7","declare":1}')
    assert record.action_extra == {1: {"at": "f7", "declare": 1}}
    assert in_json(record) == record


def test_a_surrogate_pair_is_one_letter() -> None:
    record = parse_text_record(HEAD + r"Name: \ud83d\ude00")
    assert ascii(record.name) == ascii("😀")
    assert in_json(record) == record


def test_a_second_comment_is_reported_with_its_place() -> None:
    with pytest.raises(RecordError, match=r"^line 6, column 1: found “;”"):
        parse_text_record(HEAD + '"comment": 1\n\n\n; a remark\n')


@every("depth", [50, 96, 97, 98, 99, 100, 101])
@every("text", ["Table: {}\n", '"x": {}\n', '\n1. f7 {"x":{}}'])
def test_lists_that_the_text_form_accepts_are_not_too_deep_for_json(text: str, depth: int) -> None:
    deep = FIRST[:-1] + text.replace("{}", "[" * depth + "]" * depth)
    try:
        record = parse_text_record(deep)
    except GravError:
        return
    assert in_json(record) == record


# --- numbers of any size --------------------------------------------------------------------------

BARE: dict[str, Any] = {"size": 9, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}


def large(part: str, number: int) -> dict[str, Any]:
    """Returns a record with a large number in one part."""
    action: dict[str, Any] = {"do": "place", "by": 0, "at": "f7"}
    if part in ("by", "declare"):
        return {"rules": BARE, "actions": [action | {part: number}]}
    if part == "table":
        return {"rules": BARE, "actions": [action], "table": [number]}
    return {"rules": BARE | {part: number}, "actions": [action]}


@every("digits", [9, 15, 16, 1000, 3999, 4000, 4001, 4300])
@every("part", ["by", "declare", "a", "e", "min_shape", "bonus_limit", "table"])
def test_a_number_that_json_accepts_can_be_written_as_text(part: str, digits: int) -> None:
    """Both forms have the same limits: a number too large for one is too large for the other."""
    try:
        record = record_from_json(parse_json(format_json_line(large(part, 10**digits - 1))))
    except GravError:
        return
    assert parse_text_record(format_text_record(record)) == record


# --- any text -------------------------------------------------------------------------------------

VALID = [file.read_text(encoding="utf-8") for file in sorted(RECORDS.glob("*.grav"))]
SNIPPETS = st.sampled_from(
    [
        *("\n", "\n\n", "\r", " ", ";", "; x", "{", "}", '{"x":1}', '"', '"x": 1\n', ":", "1."),
        *("ok", "pass", "grav!", "2:grav!", "-f7", "resign", "3:resign", "f7+1", "f7+", "2.f7"),
        *("\\", "\\n", "\\ud800", "\ud800", "\ufeff", "Board: 3x3\n", "First: 1\n", "x", "0", "9"),
        *("House rules: ", "strict", "classic", "bonus_limit=0", "\x00", "\u2028", "é", "-", "+"),
    ]
)


@st.composite
def mutations(draw: DrawFn) -> str:
    """Draws a valid text in which some pieces are cut out, doubled or replaced."""
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.sampled_from((0, 0, 1, 2, 5, 30))))
        middle = draw(
            st.just("") | SNIPPETS | st.text(LETTERS, max_size=3) | st.just(text[begin:end] * 2)
        )
        text = text[:begin] + middle + text[end:]
    return text


def check_read_or_told(text: str) -> None:
    try:
        record = parse_text_record(text)
    except GravError as error:
        error_text(error)
    else:
        assert parse_text_record(format_text_record(record)) == record


@given(st.text(LETTERS) | st.lists(SNIPPETS).map("".join))
def test_any_text_is_a_record_or_an_error(text: str) -> None:
    check_read_or_told(text)
    check_read_or_told(HEAD + text)
    check_read_or_told(FIRST + text)


@given(mutations())
def test_any_change_of_a_valid_text_is_a_record_or_an_error(text: str) -> None:
    check_read_or_told(text)


@pytest.mark.parametrize("line", ["{}x", "Name: a{}b", "Name{}", '"{}', "a{}:"])
def test_a_line_of_very_many_spaces_is_read_or_reported(line: str) -> None:
    """The time is proportional to the length; otherwise this test would not end."""
    check_read_or_told(HEAD + line.replace("{}", " " * 300_000))
