"""Records as JSON: round trips, and errors with their place."""

import json
import sys
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from tests.conformance.vectors import every_vector
from tests.subtests import every

from grav.game import Accept, Action, action_to_json
from grav.record import (
    Record,
    RecordError,
    format_json_line,
    parse_json,
    parse_record,
    record_from_json,
    record_to_json,
)
from grav.rules import RulesError, rules_from_json, rules_to_json
from grav.rules.json_fields import FormError
from grav.testing import place, remove
from grav.testing.strategies import actions, json_values, rules, texts
from grav.text import LANGUAGES, GravError

RULES: dict[str, Any] = {"size": 9, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4}
GAME: dict[str, Any] = {
    "grav": 1,
    "rules": RULES,
    "actions": [{"do": "place", "by": 0, "at": "f7"}, {"do": "accept", "by": 1}],
}
KNOWN = {"grav", "rules", "actions", "players", "comments", "name", "date", "place", "setting"}
KNOWN |= {"table"}
ACTION_KEYS = {"do", "by", "at", "declare"}
TEXTS = texts(12)
VALUES = json_values()


def kept(known: set[str]) -> SearchStrategy[dict[str, Any]]:
    """Draws unknown keys with values."""
    return st.dictionaries(TEXTS.filter(lambda key: key not in known), VALUES, max_size=3)


@st.composite
def documents(draw: DrawFn) -> dict[str, Any]:
    """Draws records in the form that `record_to_json` writes."""
    agreed = draw(rules())
    acts = draw(st.lists(actions(agreed), max_size=6))
    said = {
        "name": TEXTS,
        "date": TEXTS,
        "place": TEXTS,
        "players": st.lists(TEXTS, min_size=agreed.players, max_size=agreed.players),
        "setting": VALUES.filter(lambda value: value is not None),
        "table": VALUES.filter(lambda value: value is not None),
    }
    document = draw(st.fixed_dictionaries({}, optional=said)) | {
        "grav": 1,
        "rules": rules_to_json(agreed),
        "actions": [draw(kept(ACTION_KEYS)) | action_to_json(action) for action in acts],
    }
    noted = draw(st.sets(st.sampled_from(range(len(acts))))) if acts else set()
    if noted:
        document["comments"] = {str(index): draw(TEXTS) for index in noted}
    return draw(kept(KNOWN)) | document


def with_actions(*forms: object) -> dict[str, Any]:
    return GAME | {"actions": list(forms)}


def error_text(error: GravError) -> str:
    """Returns the error in English, after checking its text in every language."""
    for language in LANGUAGES:
        told = error.say(language)
        assert told.strip()
        assert not {category(letter) for letter in told} & {"Cc", "Cs", "Zl", "Zp"}
    return str(error)


def parse_or_explain(text: str) -> Record | None:
    """Parses a record; returns None for a GravError, whose text is checked in every language. Any
    other exception fails the test.
    """
    try:
        return parse_record(text)
    except GravError as error:
        error_text(error)
        return None


@given(documents())
def test_a_record_is_written_as_it_was_read_in_one_line_of_utf_8(document: dict[str, Any]) -> None:
    record = record_from_json(document)
    line = format_json_line(record_to_json(record))
    assert line.encode().count(b"\n") == 0
    assert json.loads(line) == json.loads(json.dumps(document))
    assert json.dumps(parse_json(line)) == json.dumps(json.loads(line))


@given(documents())
def test_a_written_record_is_read_unchanged(document: dict[str, Any]) -> None:
    record = record_from_json(document)
    assert record_from_json(record_to_json(record)) == record
    assert parse_record(format_json_line(record_to_json(record))) == record


def test_letters_are_not_escaped() -> None:
    assert format_json_line({"name": "갈! 😀"}) == '{"name":"갈! 😀"}'
    assert format_json_line("\ud800") == r'"\ud800"'


def test_every_field_has_its_key() -> None:
    record = record_from_json(
        GAME
        | {"name": "n", "players": ["x", "y"], "date": "d", "place": "p", "comments": {"1": "c"}}
        | {"setting": {"how": "dice"}, "table": [1], "more": None}
    )
    assert record == Record(
        rules=rules_from_json(RULES),
        actions=(place(0, "f7"), Accept(1)),
        name="n",
        players=("x", "y"),
        date="d",
        place="p",
        comments={1: "c"},
        setting={"how": "dice"},
        table=[1],
        extra={"more": None},
    )


def test_a_missing_field_has_no_key() -> None:
    assert list(record_to_json(record_from_json(GAME))) == ["grav", "rules", "actions"]


def test_unknown_keys_survive_at_the_top_and_inside_actions() -> None:
    document = with_actions(
        {"do": "place", "by": 0, "at": "f7", "clock": [1, {"s": 2.5}]},
        {"do": "accept", "by": 1, "at": "f7", "declare": None},
    ) | {"variant": {"x": [None, True]}, "steps": 3, "start": "?"}
    record = record_from_json(document)
    assert record.extra == {"variant": {"x": [None, True]}, "steps": 3, "start": "?"}
    assert record.action_extra == {0: {"clock": [1, {"s": 2.5}]}, 1: {"at": "f7", "declare": None}}
    written = record_to_json(record)
    assert written["actions"] == document["actions"]
    assert {key: written[key] for key in record.extra} == record.extra


def test_the_version_is_optional() -> None:
    bare = {key: value for key, value in GAME.items() if key != "grav"}
    assert record_from_json(bare) == record_from_json(GAME)
    assert record_to_json(record_from_json(bare))["grav"] == 1


@every("version", [0, 2, "1", None, [], {"x": 1}, -1, 1.5])
def test_another_version_is_refused(version: object) -> None:
    with pytest.raises(FormError, match=r"^grav: found .*, expected one of 1$") as caught:
        record_from_json(GAME | {"grav": version})
    error_text(caught.value)


@every_vector
def test_every_vector_is_read_by_its_steps(vector: dict[str, Any]) -> None:
    record = record_from_json(vector)
    assert record.name == vector["name"]
    assert record.rules == rules_from_json(vector["rules"])
    assert [action_to_json(action) for action in record.actions] == [
        step["action"] for step in vector["steps"]
    ]
    assert record.extra == {}
    assert record_from_json(parse_json(format_json_line(record_to_json(record)))) == record


PLACE_F7 = {"do": "place", "by": 0, "at": "f7"}


@every(
    ("document", "told"),
    [
        ([], "record: found [], expected an object"),
        ("x", 'record: found "x", expected an object'),
        ({}, 'record: "actions" is missing'),
        ({"actions": []}, 'record: "rules" is missing'),
        (GAME | {"rules": 3}, "rules: found 3, expected an object"),
        (GAME | {"rules": {"size": 9}}, 'rules: "players" is missing'),
        (GAME | {"rules": RULES | {"size": "9"}}, 'rules.size: found "9", expected a whole number'),
        (GAME | {"rules": RULES | {"a": 3.0}}, "rules.a: found 3.0, expected a whole number"),
        (GAME | {"rules": RULES | {"b": True}}, "rules.b: found true, expected a whole number"),
        (GAME | {"rules": RULES | {"first": "x"}}, 'rules.first: found "x"'),
        (GAME | {"rules": RULES | {"edition": "old"}}, 'rules.edition: found "old", expected one'),
        (GAME | {"rules": RULES | {"edition": {}}}, "rules.edition: found {}, expected one of"),
        (GAME | {"rules": RULES | {"bonus": 1}}, "rules.bonus: found 1, expected one of granted"),
        (GAME | {"rules": RULES | {"bonus_pass": 1}}, "rules.bonus_pass: found 1, expected true"),
        (GAME | {"rules": RULES | {"min_shape": None}}, "rules.min_shape: found null"),
        (GAME | {"rules": RULES | {"colour": 1}}, 'rules: "colour" is not known here'),
        (GAME | {"actions": {}}, "actions: found {}, expected a list"),
        (with_actions(PLACE_F7, 5), "actions[1]: found 5, expected an object"),
        (with_actions({}), 'actions[0]: "do" is missing'),
        (with_actions({"do": "jump"}), 'actions[0]: found "jump", expected one of place, pass'),
        (with_actions({"do": []}), 'actions[0]: found "[]", expected one of place'),
        (with_actions({"do": "pass"}), 'actions[0]: "by" is missing'),
        (with_actions({"do": "pass", "by": "0"}), 'actions[0].by: found "0", expected a whole'),
        (with_actions({"do": "remove", "by": 0}), 'actions[0]: "at" is missing'),
        (with_actions(PLACE_F7 | {"at": 7}), "actions[0].at: found 7, expected a text"),
        (with_actions(PLACE_F7 | {"declare": -1}), "actions[0].declare: found -1, expected 0 or"),
        (with_actions(PLACE_F7 | {"declare": 1.5}), "actions[0].declare: found 1.5"),
        (GAME | {"name": 5}, "name: found 5, expected a text"),
        (GAME | {"date": []}, "date: found [], expected a text"),
        (GAME | {"place": False}, "place: found false, expected a text"),
        (GAME | {"players": "ab"}, 'players: found "ab", expected a list'),
        (GAME | {"players": ["a"]}, "players: found 1 name, expected 2"),
        (GAME | {"players": ["a", "b", "c"]}, "players: found 3 names, expected 2"),
        (GAME | {"players": ["a", None]}, "players[1]: found null, expected a text"),
        (GAME | {"comments": []}, "comments: found [], expected an object"),
        (GAME | {"comments": {"2": "x"}}, 'comments.2: found "2", expected the index of an action'),
        (GAME | {"comments": {"01": "x"}}, 'comments.01: found "01"'),
        (GAME | {"comments": {"-1": "x"}}, 'comments.-1: found "-1"'),
        (GAME | {"comments": {"٣": "x"}}, 'comments.٣: found "٣"'),
        (GAME | {"comments": {"9" * 5000: "x"}}, f'comments.{"9" * 20}: found "{"9" * 20}"'),
        (GAME | {"comments": {"0": 1}}, "comments.0: found 1, expected a text"),
        ({"rules": RULES, "steps": 5}, "steps: found 5, expected a list"),
        ({"rules": RULES, "steps": [5]}, "steps[0]: found 5, expected an object"),
        ({"rules": RULES, "steps": [{}]}, 'steps[0]: "action" is missing'),
    ],
)
def test_a_bad_form_is_reported_with_its_place(document: object, told: str) -> None:
    with pytest.raises(FormError) as caught:
        record_from_json(document)
    assert error_text(caught.value).startswith(told)
    place = told.partition(":")[0]
    assert all(caught.value.say(language).startswith(f"{place}:") for language in LANGUAGES)


@pytest.mark.parametrize("kind", ["place", "remove"])
def test_a_bad_point_is_reported_with_its_place(kind: str) -> None:
    with pytest.raises(GravError) as caught:
        record_from_json(with_actions(PLACE_F7, {"do": kind, "by": 0, "at": "77"}))
    assert error_text(caught.value).startswith("actions[1].at: ")


def test_the_place_of_a_bad_action_of_a_vector_is_its_step() -> None:
    steps = [{"action": PLACE_F7}, {"action": {"do": "jump"}}]
    with pytest.raises(FormError) as caught:
        record_from_json({"rules": RULES, "steps": steps})
    assert error_text(caught.value).startswith("steps[1].action: ")


def test_numbers_out_of_bounds_are_reported_by_name() -> None:
    with pytest.raises(RulesError, match=r"^a is 2, but it must be at least 3$"):
        record_from_json(GAME | {"rules": RULES | {"a": 2}})


@every(
    ("text", "told"),
    [
        ("{", "line 1, column 2: found the end of the text, expected more JSON"),
        ('{"a":}', "line 1, column 6: found '}', expected JSON"),
        ('{\n "a": 1,\n}', "line 3, column 1: found '}', expected JSON"),
        ('{\n "a" 1}', "line 2, column 6: found '1', expected JSON"),
        ('{"a": "b\n"}', "line 1, column 9: found '\\n', expected JSON"),
        ('{"a": 1} {}', "line 1, column 10: something follows the record"),
        ('{"a": 1}\n{"a": 1}\n', "line 2, column 1: something follows the record"),
        ('{"a": NaN}', "line 1: this JSON cannot be read"),
        ('{"a": Infinity}', "line 1: this JSON cannot be read"),
        ('{"a": -Infinity}', "line 1: this JSON cannot be read"),
        ('{"a": 1e400}', "line 1: this JSON cannot be read"),
        ('{"a": -1e400}', "line 1: this JSON cannot be read"),
        ('{"a": ' + "9" * 5000 + "}", "line 1: this JSON cannot be read"),
        ("[" * 100_000, "line 1: this JSON cannot be read"),
        ("[" * 100_000 + "]" * 100_000, "line 1: this JSON cannot be read"),
        ('{"a":' * 100_000, "line 1: this JSON cannot be read"),
    ],
)
def test_invalid_json_is_reported_with_its_line(text: str, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert error_text(caught.value).startswith(told)


def test_line_numbers_may_start_elsewhere() -> None:
    with pytest.raises(RecordError, match=r"^line 8, column 2: "):
        parse_json("{\n}}", first_line=7)


@every("value", [10**4299, -(10**4298), 1.7e308, 5e-324, "\ud800", "\udfff\ud800"])
def test_extreme_values_survive_a_round_trip(value: object) -> None:
    for document in (GAME | {"table": [value]}, GAME | {"x": {"y": value}}):
        record = record_from_json(document)
        assert parse_record(format_json_line(record_to_json(record))) == record


def test_lone_surrogates_are_allowed_in_keys_and_names() -> None:
    document = GAME | {"\ud800": 1, "name": "\udfff", "comments": {"0": "\ud83d"}}
    record = parse_record(format_json_line(record_to_json(record_from_json(document))))
    assert (record.extra, record.name, record.comments) == ({"\ud800": 1}, "\udfff", {0: "\ud83d"})


@every(
    "document",
    [
        '{"grav": VALUE}',
        '{"rules": VALUE, "actions": []}',
        json.dumps(GAME).replace('"size": 9', '"size": VALUE'),
        json.dumps(GAME).replace('"size": 9', '"size": 9, "edition": VALUE'),
        json.dumps(GAME).replace('"f7"', "VALUE"),
        json.dumps(GAME).replace('"place"', "VALUE"),
        json.dumps(GAME).replace('"by": 0', '"by": VALUE'),
        json.dumps(GAME)[:-1] + ', "name": VALUE}',
        json.dumps(GAME)[:-1] + ', "players": VALUE}',
        json.dumps(GAME)[:-1] + ', "comments": {"0": VALUE}}',
        json.dumps(GAME)[:-1] + ', "comments": VALUE}',
        "VALUE",
    ],
)
@every(
    "value",
    ["1" * 4300, "-" + "1" * 4300, '"\\ud800"', '["\\ud800"]', '{"\\ud800": "\\u0000"}', "1e308"],
    ids=["long number", "long negative", "half a letter", "in a list", "in an object", "float"],
)
def test_strange_values_anywhere_are_read_or_reported(document: str, value: str) -> None:
    assert "VALUE" in document
    record = parse_or_explain(document.replace("VALUE", value))
    if record is not None:
        assert parse_record(format_json_line(record_to_json(record))) == record


@pytest.mark.parametrize(
    "document",
    [
        '{"rules": VALUE, "actions": []}',
        json.dumps(GAME).replace('"place"', "VALUE"),
        json.dumps(GAME).replace('"f7"', "VALUE"),
        json.dumps(GAME)[:-1] + ', "players": VALUE}',
        "VALUE",
    ],
)
def test_lists_of_any_depth_are_read_or_reported(document: str) -> None:
    """At nesting depths close to the recursion limit, formatting the error message recurses deeper
    than parsing did.
    """
    limit = sys.getrecursionlimit()
    for depth in (*range(1, limit, 37), *range(limit - 150, limit + 1)):
        parse_or_explain(document.replace("VALUE", "[" * depth + "]" * depth))


def test_a_version_that_is_a_deep_list_is_reported() -> None:
    assert parse_or_explain('{"grav": ' + "[" * 500 + "]" * 500 + "}") is None


@given(st.text(st.sampled_from('{}[]",:1e-. \n\\u0tru"grav"rules"actions')))
def test_any_text_that_begins_as_json_is_read_or_reported(text: str) -> None:
    parse_or_explain("{" + text)


@given(VALUES)
def test_any_value_is_a_record_or_an_error(value: object) -> None:
    parse_or_explain(format_json_line(value))
    parse_or_explain(format_json_line(GAME | {"rules": value}))
    parse_or_explain(format_json_line(GAME | {"actions": value}))
    parse_or_explain(format_json_line(GAME | {"actions": [value]}))


def test_actions_of_each_kind_are_read() -> None:
    forms = [
        {"do": "place", "by": 0, "at": "c5", "declare": 1},
        {"do": "place", "by": 0, "at": "a0"},
        {"do": "remove", "by": 1, "at": "c5"},
    ]
    expected: list[Action] = [place(0, "c5", 1), place(0, "a0"), remove(1, "c5")]
    assert list(record_from_json(with_actions(*forms)).actions) == expected
