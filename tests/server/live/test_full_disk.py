"""A full disk under a server: commands fail at once, and readiness reports it."""

import asyncio

import pytest
from structlog.testing import capture_logs

from grav.server.store import Journal, write_probe
from grav.testing.infrastructure.full_disk import full_disk
from grav.testing.servers.asgi_driver import TIMEOUT, Answer
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _who_is_unsure_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the journal's retry pause very long, so that a command that is refused at once cannot
    be confused with one that gave up retrying.
    """
    defaults = Journal.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "pauses", (3600.0,))


async def ready(server: ServerFixture) -> Answer:
    return await server.visitor().ask("GET", "/readyz")


async def test_commands_are_refused_at_once_and_readiness_fails(
    server: ServerFixture, sqlite_url: str
) -> None:
    players = await server.guests(2)
    table = await server.sit(*players)
    socket = await server.at(table, players[0])
    assert (await ready(server)).status == 200
    with full_disk(sqlite_url), capture_logs() as logs:
        async with asyncio.timeout(TIMEOUT):
            refused = [
                await socket.command(do="place", seat=0, at="c3", id=f"stone-{number}")
                for number in range(3)
            ]
        answer = await ready(server)
        assert (await server.look(table))["now"]["position"]["board"]  # reading needs no free space
    assert [each["code"] for each in refused] == ["unavailable"] * 3
    assert (answer.status, answer.json()) == (503, {"database": False, "channels": True})
    assert not [each for each in logs if each["event"] == "command_failed"]
    done = await socket.command(do="place", seat=0, at="c3", id="stone-1")
    assert done["is"] == "done"
    assert (await ready(server)).json() == {"database": True, "channels": True}


async def test_an_idle_server_notices_at_the_readiness_probe(
    server: ServerFixture, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.guest()
    monkeypatch.setattr(write_probe, "FRESH_SECONDS", 0.0)
    with full_disk(sqlite_url):
        assert (await ready(server)).status == 503
    assert (await ready(server)).status == 200
