"""The whole application in this process: what it answers, to whom, and how often."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from ipaddress import ip_network
from typing import Any

import anyio
import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide

from grav.server import app as application
from grav.server.app import create_app
from grav.server.config import Config
from grav.server.http import health
from grav.server.http.health import Health
from grav.server.limits.request_limits import BY_ADDRESS, BY_NAME
from grav.server.live import channel_probe
from grav.server.live.channel_probe import ChannelProbe
from grav.server.live.fanout import Fanout
from grav.server.observability.logs import short
from grav.server.runtime.chance import SystemChance
from grav.server.store import Database, open_database
from grav.testing.tables.fixed_clock import SetClock

pytestmark = pytest.mark.anyio

Coming = Callable[..., AbstractAsyncContextManager[AsyncClient]]
HOST = "http://grav.example"
PASSWORD = "correct horse battery"


@pytest.fixture
async def app(sqlite_url: str) -> AsyncIterator[Litestar]:
    # Time stands still: on a busy machine a limit would else be over before it is reached.
    made = create_app(Config(database=sqlite_url), clock=SetClock())
    async with made.lifespan():
        yield made


@asynccontextmanager
async def coming_to(app: Litestar, address: str) -> AsyncIterator[AsyncClient]:
    """Somebody who comes from that address."""
    transport = ASGITransport(app, client=(address, 1234))  # type: ignore[arg-type]  # httpx types ASGI loosely
    async with AsyncClient(transport=transport, base_url=HOST, headers={"origin": HOST}) as client:
        yield client


@pytest.fixture
def coming(app: Litestar) -> Coming:
    return lambda address="192.0.2.1": coming_to(app, address)


async def test_it_lives_and_is_ready(coming: Coming) -> None:
    async with coming() as client:
        assert (await client.get("/healthz")).text == "ok"
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"database": True, "channels": True})


async def test_it_is_not_ready_while_something_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(channel_probe, "TIMEOUT", 0.05)
    silent, fanout = Fanout(MemoryChannelsBackend()), Fanout(MemoryChannelsBackend())
    there, away = open_database(sqlite_url), open_database("postgresql://grav@127.0.0.1:1/grav")

    async def asked(database: Database, by: Fanout) -> tuple[int, object]:
        found = Health(database, ChannelProbe(by, SystemChance()))
        given = {"health": Provide(lambda: found, sync_to_thread=False)}
        app = Litestar([health.ready], dependencies=given, openapi_config=None, logging_config=None)
        async with coming_to(app, "192.0.2.1") as client:
            answer = await client.get("/readyz")
            return answer.status_code, answer.json()

    await fanout.start()
    assert await asked(there, fanout) == (200, {"database": True, "channels": True})
    assert await asked(away, fanout) == (503, {"database": False, "channels": True})
    assert await asked(there, silent) == (503, {"database": True, "channels": False})
    await fanout.stop()
    await there.close()


async def test_numbers_are_for_those_who_are_near(coming: Coming) -> None:
    async with coming("8.8.8.8") as client:
        assert (await client.get("/metrics")).status_code == 404
        await client.get(f"/api/account?token={PASSWORD}")
        await client.get(f"/{PASSWORD}")
    async with coming("10.0.0.7") as client:
        numbers = await client.get("/metrics")
    assert numbers.headers["content-type"].startswith("text/plain")
    assert 'route="/api/account",status="401"' in numbers.text
    assert PASSWORD not in numbers.text


async def test_the_interface_is_described_in_a_document_alone(coming: Coming) -> None:
    async with coming() as client:
        document = (await client.get("/api/openapi.json")).json()
        pages = [await client.get(f"/api{path}") for path in ("", "/swagger", "/redoc", "/docs")]
    assert "/api/account" in document["paths"]
    assert set(document["components"]["securitySchemes"]) == {"session", "token"}
    assert not {"/metrics", "/healthz", "/readyz"} & set(document["paths"])
    assert all("<script" not in page.text for page in pages)


async def test_every_request_has_a_name_and_a_line(
    coming: Coming, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "grav"):
        async with coming() as client:
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
    assert (told[2]["route"], told[2]["person"]) == ("/api/account", short(person))
    assert person not in str(told)


# --- limits ---------------------------------------------------------------------------------------


def test_the_table_of_limits_names_handlers_that_are_there(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url))
    there = {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ())
    }
    assert {*BY_ADDRESS, *BY_NAME} <= there


async def test_passwords_cannot_be_tried_without_end_from_one_address(coming: Coming) -> None:
    async with coming() as client:
        tried = [
            await client.post("/api/session", json={"name": f"name{n}", "password": PASSWORD})
            for n in range(11)
        ]
        assert [each.status_code for each in tried] == [401] * 10 + [429]
        assert tried[-1].json()["code"] == "too_many_requests"
        assert 1 <= int(tried[-1].headers["retry-after"]) <= 6
        recovery = {"name": "name", "code": "x" * 20, "password": PASSWORD}
        assert (await client.post("/api/recovery", json=recovery)).status_code == 429


async def test_nor_for_one_name_from_many_addresses(coming: Coming) -> None:
    statuses = []
    for n in range(11):
        async with coming(f"192.0.2.{n}") as client:
            name = "Target" if n % 2 else "ｔａｒｇｅｔ"  # the same name
            sent = {"name": name, "password": PASSWORD}
            statuses.append((await client.post("/api/session", json=sent)).status_code)
    assert statuses == [401] * 10 + [429]
    async with coming("192.0.2.99") as client:
        other = {"name": "Other", "password": PASSWORD}
        assert (await client.post("/api/session", json=other)).status_code == 401


async def test_guests_come_in_a_crowd_but_not_without_end(coming: Coming) -> None:
    statuses = []
    for n in range(31):
        async with coming(f"2001:db8::{n}") as client:  # one household
            statuses.append((await client.post("/api/guest")).status_code)
    assert statuses == [201] * 30 + [429]


async def test_accounts_are_not_made_in_bulk(coming: Coming) -> None:
    async with coming() as client:
        statuses = [(await client.post("/api/account", json={})).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429]


async def test_limits_can_be_lifted_for_tests_of_load(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url, limits=0))
    async with app.lifespan(), coming_to(app, "192.0.2.1") as client:
        statuses = {(await client.post("/api/account", json={})).status_code for _ in range(30)}
    assert statuses == {400}


# --- bans -----------------------------------------------------------------------------------------


async def test_a_ban_is_heeded_while_the_server_runs(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(application, "BANS_READ_EVERY", 0.01)
    app = create_app(Config(database=sqlite_url))
    async with app.lifespan(), coming_to(app, "203.0.113.5") as client:
        assert (await client.get("/healthz")).status_code == 200
        bans = app.state.parts.people.bans
        await bans.ban_address(ip_network("203.0.113.0/24"))
        with anyio.fail_after(20):
            while (await client.get("/healthz")).status_code != 403:
                await anyio.sleep(0.01)
