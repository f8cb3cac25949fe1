"""The error messages of msgspec and Litestar that are matched: each form by a real error."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from litestar import get
from litestar.params import FromQuery
from litestar.testing import create_test_client
from msgspec import Meta, Struct

from grav.server.messages.commands import NOT_PLAIN
from grav.server.problems import validation_messages
from grav.server.problems.validation_messages import explain_error


class Strict(Struct, forbid_unknown_fields=True):
    name: str = ""


class Needy(Struct):
    name: str


ERRORS: list[tuple[Any, bytes, str]] = [
    (int, b'"a"', "problem.other_kind"),
    (Annotated[str, Meta(min_length=2)], b'"a"', "problem.letters_at_least"),
    (Annotated[str, Meta(max_length=2)], b'"abc"', "problem.letters_at_most"),
    (Annotated[list[int], Meta(min_length=2)], b"[1]", "problem.entries_at_least"),
    (Annotated[dict[str, int], Meta(max_length=0)], b'{"a":1}', "problem.entries_at_most"),
    (Annotated[int, Meta(ge=1)], b"0", "problem.number_at_least"),
    (Annotated[int, Meta(le=1)], b"2", "problem.number_at_most"),
    (Annotated[float, Meta(gt=0)], b"0.0", "problem.number_above"),
    (Annotated[float, Meta(lt=1)], b"1.0", "problem.number_below"),
    (Needy, b"{}", "problem.missing"),
    (Strict, b'{"other":1}', "problem.unknown"),
    (Literal["a", "b"], b'"c"', "problem.no_choice"),
    (dict[str, int], b"{]", "problem.json"),
    (int, b"", "problem.json"),
]


def message_of(kind: Any, data: bytes) -> str:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(data, type=kind)
    return str(raised.value)


@pytest.mark.parametrize(("kind", "data", "key"), ERRORS, ids=[each[2] for each in ERRORS])
def test_a_message_of_msgspec_becomes_its_text(kind: Any, data: bytes, key: str) -> None:
    assert explain_error(message_of(kind, data)).key == key, "msgspec has changed its message"


def message_of_litestar() -> str:
    """Litestar's answer to a request without a query parameter that is required."""

    @get("/")
    async def count_to(count: FromQuery[int]) -> int:
        return count

    with create_test_client(count_to) as client:
        return str(client.get("/").json()["detail"])


def test_the_message_of_litestar_becomes_its_text() -> None:
    text = explain_error(message_of_litestar())
    assert (text.key, text.values) == ("problem.missing", {"key": "count"})


def test_the_place_in_a_message_is_named() -> None:
    text = explain_error(message_of(dict[str, int], b'{"a":"b"}'))
    assert (text.key, text.values["where"]) == ("problem.invalid_at", "[...]")


def test_every_form_that_is_matched_is_tried() -> None:
    tried = [
        *(message_of(kind, data) for kind, data, _ in ERRORS),
        message_of_litestar(),
        NOT_PLAIN,
    ]
    for form in validation_messages._PATTERNS:
        assert any(form.fullmatch(message) for message in tried), form.pattern
