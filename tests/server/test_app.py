"""The whole application in this process: health, metrics, request log, rate limits, bans."""

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
from grav.server.observability.logs import pseudonym
from grav.server.runtime.chance import SystemChance
from grav.server.store import Database, open_database
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio

Connect = Callable[..., AbstractAsyncContextManager[AsyncClient]]
HOST = "http://grav.example"
PASSWORD = "correct horse battery"


@pytest.fixture
async def app(sqlite_url: str) -> AsyncIterator[Litestar]:
    # The clock stands still: on a slow machine a limit would else refill before it is reached.
    made = create_app(Config(database=sqlite_url), clock=ManualClock())
    async with made.lifespan():
        yield made


@asynccontextmanager
async def client_at(app: Litestar, address: str) -> AsyncIterator[AsyncClient]:
    """Returns a client with this address."""
    transport = ASGITransport(app, client=(address, 1234))  # type: ignore[arg-type]  # httpx types ASGI loosely
    async with AsyncClient(transport=transport, base_url=HOST, headers={"origin": HOST}) as client:
        yield client


@pytest.fixture
def connect_from(app: Litestar) -> Connect:
    return lambda address="192.0.2.1": client_at(app, address)


async def test_it_is_healthy_and_ready(connect_from: Connect) -> None:
    async with connect_from() as client:
        assert (await client.get("/healthz")).text == "ok"
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"database": True, "channels": True})


async def test_it_is_not_ready_while_the_database_or_the_channels_do_not_answer(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(channel_probe, "PROBE_TIMEOUT", 0.05)
    silent, fanout = Fanout(MemoryChannelsBackend()), Fanout(MemoryChannelsBackend())
    there, away = open_database(sqlite_url), open_database("postgresql://grav@127.0.0.1:1/grav")

    async def check_readiness(database: Database, by: Fanout) -> tuple[int, object]:
        found = Health(database, ChannelProbe(by, SystemChance()))
        given = {"health": Provide(lambda: found, sync_to_thread=False)}
        app = Litestar([health.ready], dependencies=given, openapi_config=None, logging_config=None)
        async with client_at(app, "192.0.2.1") as client:
            answer = await client.get("/readyz")
            return answer.status_code, answer.json()

    await fanout.start()
    assert await check_readiness(there, fanout) == (200, {"database": True, "channels": True})
    assert await check_readiness(away, fanout) == (503, {"database": False, "channels": True})
    assert await check_readiness(there, silent) == (503, {"database": True, "channels": False})
    await fanout.stop()
    await there.close()


async def test_metrics_are_served_to_local_addresses_only(connect_from: Connect) -> None:
    async with connect_from("8.8.8.8") as client:
        assert (await client.get("/metrics")).status_code == 404
        await client.get(f"/api/account?token={PASSWORD}")
        await client.get(f"/{PASSWORD}")
    async with connect_from("10.0.0.7") as client:
        numbers = await client.get("/metrics")
    assert numbers.headers["content-type"].startswith("text/plain")
    assert 'route="/api/account",status="401"' in numbers.text
    assert PASSWORD not in numbers.text


async def test_the_openapi_document_is_served_without_pages_that_render_it(
    connect_from: Connect,
) -> None:
    async with connect_from() as client:
        document = (await client.get("/api/openapi.json")).json()
        pages = [await client.get(f"/api{path}") for path in ("", "/swagger", "/redoc", "/docs")]
    assert "/api/account" in document["paths"]
    assert set(document["components"]["securitySchemes"]) == {"session", "token"}
    assert not {"/metrics", "/healthz", "/readyz"} & set(document["paths"])
    assert all("<script" not in page.text for page in pages)


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


# --- limits ---------------------------------------------------------------------------------------


def test_every_limit_belongs_to_an_existing_handler(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url))
    there = {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ())
    }
    assert {*BY_ADDRESS, *BY_NAME} <= there


async def test_logins_are_rate_limited_by_address(connect_from: Connect) -> None:
    async with connect_from() as client:
        tried = [
            await client.post("/api/session", json={"name": f"name{n}", "password": PASSWORD})
            for n in range(11)
        ]
        assert [each.status_code for each in tried] == [401] * 10 + [429]
        assert tried[-1].json()["code"] == "too_many_requests"
        assert 1 <= int(tried[-1].headers["retry-after"]) <= 6
        recovery = {"name": "name", "code": "x" * 20, "password": PASSWORD}
        assert (await client.post("/api/recovery", json=recovery)).status_code == 429


async def test_logins_are_rate_limited_by_name(connect_from: Connect) -> None:
    statuses = []
    for n in range(11):
        async with connect_from(f"192.0.2.{n}") as client:
            name = "Target" if n % 2 else "ｔａｒｇｅｔ"  # the same name
            sent = {"name": name, "password": PASSWORD}
            statuses.append((await client.post("/api/session", json=sent)).status_code)
    assert statuses == [401] * 10 + [429]
    async with connect_from("192.0.2.99") as client:
        other = {"name": "Other", "password": PASSWORD}
        assert (await client.post("/api/session", json=other)).status_code == 401


async def test_new_guests_are_rate_limited_by_network(connect_from: Connect) -> None:
    statuses = []
    for n in range(31):
        async with connect_from(f"2001:db8::{n}") as client:  # one network of 64 bits
            statuses.append((await client.post("/api/guest")).status_code)
    assert statuses == [201] * 30 + [429]


async def test_new_accounts_are_rate_limited(connect_from: Connect) -> None:
    async with connect_from() as client:
        statuses = [(await client.post("/api/account", json={})).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429]


async def test_rate_limits_can_be_turned_off_for_load_tests(sqlite_url: str) -> None:
    app = create_app(Config(database=sqlite_url, limits=0))
    async with app.lifespan(), client_at(app, "192.0.2.1") as client:
        statuses = {(await client.post("/api/account", json={})).status_code for _ in range(30)}
    assert statuses == {400}


# --- bans -----------------------------------------------------------------------------------------


async def test_a_ban_takes_effect_while_the_server_runs(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(application, "BANS_SECONDS", 0.01)
    app = create_app(Config(database=sqlite_url))
    async with app.lifespan(), client_at(app, "203.0.113.5") as client:
        assert (await client.get("/healthz")).status_code == 200
        bans = app.state.parts.people.bans
        await bans.ban_address(ip_network("203.0.113.0/24"))
        with anyio.fail_after(20):
            while (await client.get("/healthz")).status_code != 403:
                await anyio.sleep(0.01)
