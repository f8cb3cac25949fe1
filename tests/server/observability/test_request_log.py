"""The request log of a whole application."""

import logging
from typing import Any

import pytest
from tests.server.application_client import Connect

from grav.server.observability.logs import pseudonym

pytestmark = pytest.mark.anyio


async def test_every_request_has_an_id_and_a_log_line(
    connect_from: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "grav"):
        async with connect_from() as client:
            answer = await client.get("/api/nowhere")
            person = (await client.post("/api/guest")).json()["id"]
            await client.get("/api/account")
            await client.get("/healthz")
    told: list[dict[str, Any]] = [
        record.__dict__["msg"] for record in caplog.records if record.name == "grav"
    ]
    assert [line["status"] for line in told] == [404, 201, 200]
    assert told[0]["request"] == answer.headers["x-request-id"]
    assert told[0]["route"] == "-"
    assert (told[2]["route"], told[2]["person"]) == ("/api/account", pseudonym(person))
    assert person not in str(told)
