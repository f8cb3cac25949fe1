"""Health and readiness checks."""

import pytest
from litestar import Litestar
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide
from tests.server.application_client import Connect, client_at

from grav.server.http import health
from grav.server.http.health import Health
from grav.server.live import channel_probe
from grav.server.live.channel_probe import ChannelProbe
from grav.server.live.fanout import Fanout
from grav.server.runtime.ids_and_secrets import SystemIdSource
from grav.server.store import Database, open_database

pytestmark = pytest.mark.anyio


async def test_it_is_healthy_and_ready(connect_from: Connect) -> None:
    async with connect_from() as client:
        assert (await client.get("/healthz")).text == "ok"
        ready = await client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"database": True, "channels": True})


async def test_it_is_not_ready_while_the_database_or_the_channels_do_not_answer(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    silent, fanout = Fanout(MemoryChannelsBackend()), Fanout(MemoryChannelsBackend())
    there, away = open_database(sqlite_url), open_database("postgresql://grav@127.0.0.1:1/grav")

    async def check_readiness(database: Database, by: Fanout) -> tuple[int, object]:
        found = Health(database, ChannelProbe(by, SystemIdSource()))
        given = {"health": Provide(lambda: found, sync_to_thread=False)}
        app = Litestar([health.ready], dependencies=given, openapi_config=None, logging_config=None)
        async with client_at(app, "192.0.2.1") as client:
            answer = await client.get("/readyz")
            return answer.status_code, answer.json()

    await fanout.start()
    assert await check_readiness(there, fanout) == (200, {"database": True, "channels": True})
    assert await check_readiness(away, fanout) == (503, {"database": False, "channels": True})
    monkeypatch.setattr(channel_probe, "PROBE_TIMEOUT", 0.05)  # nothing will come
    assert await check_readiness(there, silent) == (503, {"database": True, "channels": False})
    await fanout.stop()
    await there.close()
