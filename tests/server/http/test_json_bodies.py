"""HTTP bodies are decoded strictly, as socket messages are: no conversion between types."""

import json
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect as forms
from tests.subtests import every

from grav.server.messages import commands as c
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


def example(kind: forms.Type) -> Any:
    """Returns a valid value of this type."""
    match kind:
        case forms.IntType(ge=ge):
            return ge or 0
        case forms.BoolType():
            return True
        case forms.LiteralType(values=values):
            return values[0]
        case forms.UnionType(types=types):
            return example(next(each for each in types if not isinstance(each, forms.NoneType)))
        case forms.StrType():
            return "a1"
        case _:
            raise AssertionError(kind)


def lookalikes(kind: forms.Type) -> list[Any]:
    """Returns values of other types that a lenient decoder would convert."""
    match kind:
        case forms.IntType():
            return ["0", "1", 1.0, True]
        case forms.BoolType():
            return ["true", 1, "1"]
        case forms.UnionType(types=types):
            return [value for each in types for value in lookalikes(each)]
        case _:
            return []


def wrong_commands() -> list[tuple[str, dict[str, Any]]]:
    """Returns every command with one field of a wrong type."""
    found = []
    for command in get_args(c.Command):
        form = forms.type_info(command)
        assert isinstance(form, forms.StructType)
        fields = {field.encode_name: field.type for field in form.fields}
        right = {name: example(kind) for name, kind in fields.items()} | {"do": form.tag}
        for name, kind in fields.items():
            found += [
                (f"{form.tag}.{name}={value!r}", right | {name: value})
                for value in lookalikes(kind)
            ]
    return found


async def test_a_command_field_of_a_wrong_type_is_refused(
    server: ServerFixture,
) -> None:
    host = await server.guest()
    table = await server.open_table(host)
    tried = wrong_commands()
    assert len(tried) > 80
    for name, form in tried:
        with pytest.raises(msgspec.ValidationError):
            c.decode_from_socket(msgspec.json.encode(form))
        answer = await host.ask("POST", f"/api/tables/{table}/commands", form)
        assert (answer.status, answer.json()["code"]) == (400, "invalid"), name


@pytest.mark.parametrize(
    "form",
    [
        {"settings": {"size": "9"}},
        {"settings": {"public": "true"}},
        {"settings": {"clock": {"kind": "fischer", "seconds": "60"}}},
        {"seats": [{"me": 1}]},
        {"seats": [{"level": "3"}]},
    ],
)
async def test_a_new_table_with_a_field_of_a_wrong_type_is_refused(
    server: ServerFixture, form: dict[str, Any]
) -> None:
    answer = await (await server.guest()).ask("POST", "/api/tables", form)
    assert (answer.status, answer.json()["code"]) == (400, "invalid")


async def test_query_parameters_are_converted_to_numbers(server: ServerFixture) -> None:
    answer = await server.visitor().ask("GET", "/api/drills/spot?seed=s&count=1&size=5")
    assert answer.status == 200


@pytest.mark.parametrize("body", [None, [], 7, "{}", [{}]])
async def test_a_body_that_is_no_object_is_refused(server: ServerFixture, body: object) -> None:
    host = await server.guest()
    answer = await host.ask("POST", "/api/tables", body)
    assert (answer.status, answer.json()["code"]) == (400, "invalid")


INVISIBLE = [
    "a\0b",
    "a\nb",
    "a\u202eb",
    "\u200fa",
    "a\u2066b",
    "a\u200bb",
    "a\u3164",
    "a\ud83d",
    "   ",
]


@every("label", INVISIBLE, ids=ascii)
async def test_a_label_with_invisible_characters_is_refused(
    server: ServerFixture, label: str
) -> None:
    host = await server.guest()
    new = {"settings": {"setting": "3 3 4 2 4", "mode": "device"}, "seats": [{"label": label}]}
    sat = {"id": "c1", "do": "sit", "seat": 0, "label": label}
    table = await server.open_table(host, mode="device")
    for path, form in (("/api/tables", new), (f"/api/tables/{table}/commands", sat)):
        answer = await host.ask("POST", path, form)
        assert (answer.status, answer.json()["code"]) == (400, "invalid")
        if "\ud83d" not in label:
            assert str(20) in answer.json()["text"]


async def test_a_label_is_normalised_and_trimmed(server: ServerFixture) -> None:
    host = await server.guest()
    new = {
        "settings": {"setting": "3 3 4 2 4", "mode": "device"},
        "seats": [{"label": "  e\u0301mile "}, {"label": "다"}],
    }
    table = (await host.ask("POST", "/api/tables", new)).json()["table"]
    shown = json.dumps(await server.look(table), ensure_ascii=False)
    assert '"\u00e9mile"' in shown
    assert '"다"' in shown
