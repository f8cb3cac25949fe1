"""The OpenAPI document of the handlers of people."""

import pytest
from tests.server.http.people.conftest import (
    application,
)

from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


async def test_responses_204_are_documented_without_content(people: People) -> None:
    paths = application(people).openapi_schema.to_schema()["paths"]
    empty = [
        operation["responses"]["204"]
        for path in paths.values()
        for operation in path.values()
        if "204" in operation["responses"]
    ]
    assert len(empty) == 7
    assert not any("content" in response for response in empty)


async def test_documented_bodies_forbid_unknown_fields(people: People) -> None:
    schemas = application(people).openapi_schema.to_schema()["components"]["schemas"]
    for body in (
        "NameAndPassword",
        "NewAccount",
        "Proof",
        "PasswordChange",
        "Recovery",
        "NewToken",
    ):
        assert schemas[body]["additionalProperties"] is False
