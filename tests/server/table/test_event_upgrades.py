"""Stored events stay readable for ever: every kind of event, of every form, and whole tables."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import fields
from tests.subtests import every

from grav.game import state_to_json
from grav.record import record_to_json
from grav.rules.edition import PARTS
from grav.server.messages import stored_events as e
from grav.server.messages.settings import Days, Fischer, PerMove, Settings
from grav.server.table.event_upgrades import EventTooNew, Upgrade, decode_event, upgrade_event
from grav.server.table.fold import evolve, fold
from grav.server.table.model import Table
from grav.server.table.record import record_of

STORED = Path(__file__).parents[2] / "data" / "events"
LINES = (STORED / "form-1.ndjson").read_text("utf-8").splitlines()
FORMS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
KINDS: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(e.Event)
}


# The file of the first form never changes, except that lines are added for new kinds.


@every("line", LINES)
def test_stored_events_are_read_and_written_unchanged(line: str) -> None:
    assert json.loads(e.encode(decode_event(1, line))) == json.loads(line)


def test_there_is_an_example_of_every_kind_of_event() -> None:
    assert {form["event"] for form in FORMS} == set(KINDS)


@every("kind", KINDS)
def test_examples_have_every_field_and_optional_ones_both_ways(kind: str) -> None:
    found = [form.keys() for form in FORMS if form["event"] == kind]
    for field in fields(KINDS[kind]):
        assert any(field.encode_name in keys for keys in found), field.name
        if not field.required:
            assert any(field.encode_name not in keys for keys in found), field.name


def test_examples_have_every_setting_and_every_kind_of_clock() -> None:
    opened = [form["settings"] for form in FORMS if form["event"] == "opened"]
    names = {field.encode_name for field in fields(Settings)}
    assert {name for settings in opened for name in settings} == names
    house_rules = {name for settings in opened for name in settings.get("house_rules", {})}
    assert {type(PARTS[name]) for name in house_rules} == {type(part) for part in PARTS.values()}
    clocks = {settings["clock"]["kind"] for settings in opened if "clock" in settings}
    assert clocks == {kind.__struct_config__.tag for kind in (Fischer, PerMove, Days)}


def test_the_first_form_is_the_one_that_is_written() -> None:
    """A second form needs a file of its own, and an upgrade step."""
    assert e.SCHEMA_VERSION == 1


# Stored tables


@pytest.mark.parametrize("name", ["table-1"])
def test_a_stored_table_folds_to_the_same_game(name: str) -> None:
    lines = (STORED / f"{name}.ndjson").read_text("utf-8").splitlines()
    table = fold(decode_event(1, line) for line in lines)
    assert table is not None
    record = record_of(name, table, {})
    assert record is not None
    expected = json.loads((STORED / f"{name}.record.json").read_text("utf-8"))
    found = json.loads(json.dumps(record_to_json(record)))
    # A newer server may add fields to the view, but must not change the existing ones.
    found["table"] = {key: found["table"][key] for key in expected["table"]}
    assert found == expected


@pytest.mark.parametrize("name", ["table-1", "table-2", "table-3"])
def test_a_stored_table_folds_to_the_same_states_with_the_same_verdicts(name: str) -> None:
    """These games contain breaches, right and wrong shouts, penalties, skips and bonus turns; one
    is strict. All were judged by version 1 of the rules.
    """
    table: Table | None = None
    states = []
    for line in (STORED / f"{name}.ndjson").read_text("utf-8").splitlines():
        event = decode_event(1, line)
        table = evolve(table, event).table
        if isinstance(event, (e.Begun, e.Acted)):
            assert table.play is not None
            states.append(state_to_json(table.play.state))
    expected = (STORED / f"{name}.states.ndjson").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in expected] == states


# Fields that were added later


def test_an_unknown_field_is_ignored() -> None:
    assert decode_event(1, '{"event":"left","at":5,"seat":1,"mood":"cross"}') == e.Left(
        at=5, seat=1
    )


def test_an_unknown_setting_is_an_error() -> None:
    line = '{"event":"opened","at":5,"host":"h","settings":{"gravity":9.8}}'
    with pytest.raises(msgspec.ValidationError, match="gravity"):
        decode_event(1, line)


def test_an_unknown_kind_of_event_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError, match="exploded"):
        decode_event(1, '{"event":"exploded","at":5}')


# Older forms


def _seats_from_zero(event: dict[str, Any]) -> dict[str, Any]:
    """An invented form -1 counted seats from 1."""
    return event | {"seat": event["seat"] - 1}


def _left_was_gone(event: dict[str, Any]) -> dict[str, Any]:
    """An invented form 0 said `gone` for `left`."""
    return event | {"event": "left"} if event["event"] == "gone" else event


INVENTED: dict[int, Upgrade] = {-1: _seats_from_zero, 0: _left_was_gone}


@pytest.mark.parametrize(
    ("form", "event"),
    [
        (-1, {"event": "gone", "at": 5, "seat": 2}),
        (0, {"event": "gone", "at": 5, "seat": 1}),
        (0, {"event": "left", "at": 5, "seat": 1}),
        (1, {"event": "left", "at": 5, "seat": 1}),
    ],
)
def test_an_event_of_an_older_form_is_upgraded_step_by_step(
    form: int, event: dict[str, Any]
) -> None:
    newest = upgrade_event(form, event, INVENTED, 1)
    assert decode_event(1, json.dumps(newest)) == e.Left(at=5, seat=1)


def test_upgrading_does_not_change_the_stored_event() -> None:
    event = {"event": "gone", "at": 5, "seat": 2}
    upgrade_event(-1, event, INVENTED, 1)
    assert event == {"event": "gone", "at": 5, "seat": 2}


def test_an_event_is_read_through_all_upgrades(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grav.server.table.event_upgrades.UPGRADES", INVENTED)
    assert decode_event(-1, b'{"event":"gone","at":5,"seat":2}') == e.Left(at=5, seat=1)


def test_an_event_of_a_newer_form_is_an_error() -> None:
    with pytest.raises(EventTooNew, match="form 2, expected at most 1"):
        decode_event(2, '{"event":"left","at":5,"seat":1}')
