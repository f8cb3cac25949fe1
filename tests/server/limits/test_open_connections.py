"""The limit on open connections of an address."""

from collections.abc import AsyncIterator

import pytest

from grav.server.limits import open_connections
from grav.testing.servers.asgi_driver import AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio

MAX_OPEN = 2


@pytest.fixture
async def crowded(
    sqlite_url: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[ServerFixture]:
    monkeypatch.setattr(open_connections, "MAX_OPEN", MAX_OPEN)
    async with open_server_fixture(sqlite_url, clock, limits=1) as server:
        yield server


async def reason(visitor: AsgiVisitor, path: str) -> str:
    """Returns the reason for which a socket is refused."""
    message = await visitor.connect(path).next()
    assert message["type"] == "websocket.close"
    told: str = message["reason"]
    return told


async def test_sockets_of_one_address_are_counted_together(crowded: ServerFixture) -> None:
    host = await crowded.guest()
    table = await crowded.open_table(host)
    seated = await crowded.at(table, host)
    lobby = host.connect("/api/lobby/socket")
    await lobby.hear("lobby")
    path = f"/api/tables/{table}/socket"
    assert await reason(host, path) == await reason(host, "/api/lobby/socket") == "too_many_open"
    await crowded.at(table, await crowded.guest())  # from another address
    for leaving in (seated, lobby):
        await leaving.leave()
        await run_loop_until_idle()
        await crowded.at(table, host)
        assert await reason(host, path) == "too_many_open"


async def test_streams_count_too_and_the_refusal_names_the_limit(crowded: ServerFixture) -> None:
    account = await crowded.visitor().become("Program")
    program = await account.with_token("bot", "play")
    crowded.visitors.append(program)
    table = await crowded.open_table(account)
    paths = ("/api/bot/stream", f"/api/bot/tables/{table}")
    readings = [program.open("GET", path) for path in paths]
    for reading in readings:
        await reading.line()
    for path in paths:
        refused = await program.ask("GET", path)
        assert (refused.status, refused.json()["code"]) == (429, "too_many_open")
        assert str(MAX_OPEN) in refused.json()["text"]
        assert refused.headers["retry-after"] == "60"
    await readings[0].leave()
    await run_loop_until_idle()
    assert (await program.open("GET", paths[1]).line())["is"] == "whole"


async def test_a_refused_stream_does_not_count(
    crowded: ServerFixture,
) -> None:
    host = await crowded.guest()
    for _ in range(MAX_OPEN + 1):
        socket = host.connect("/api/tables/0123456789abcdef/socket")
        await socket.end()
        assert socket.closed_with == 4004


async def test_without_limits_any_number_is_allowed(
    sqlite_url: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_connections, "MAX_OPEN", 1)
    async with open_server_fixture(sqlite_url, clock, limits=0) as server:
        host = await server.guest()
        table = await server.open_table(host)
        for _ in range(3):
            await server.at(table, host)
