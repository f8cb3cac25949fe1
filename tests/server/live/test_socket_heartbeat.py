"""The heartbeat of sockets: players are pinged often, spectators seldom."""

import asyncio
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from grav.server.live import socket_heartbeat as module
from grav.server.live.client_sockets import GOING_AWAY
from grav.server.live.socket_heartbeat import (
    BEATS_BETWEEN_PROBES,
    BEATS_BETWEEN_REPORTS,
    SocketHeartbeat,
)
from grav.server.runtime import background
from grav.server.runtime.background import Supervisor
from grav.server.store import PresenceStore, open_database
from grav.testing.servers.asgi_driver import run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio


class Line:
    """A stub with the part of a socket that the heartbeat uses."""

    is_known = None

    def __init__(self, *, is_playing: bool) -> None:
        self.is_playing = is_playing
        self.pings = 0
        self.probes = 0
        self.closing: int | None = None

    def ping(self) -> None:
        self.pings += 1

    def probe(self) -> None:
        self.probes += 1

    def close(self, code: int) -> None:
        self.closing = code


class NoTables:
    def __init__(self) -> None:
        self.beats = 0

    def send_presence(self, *, refresh: bool) -> None:
        self.beats += 1
        assert refresh is (self.beats % BEATS_BETWEEN_REPORTS == 0)

    async def store_presence(self) -> None:
        pass


async def test_players_are_pinged_on_every_beat_and_spectators_seldom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0.0)
    tables, player, watcher = NoTables(), Line(is_playing=True), Line(is_playing=False)
    socket_heartbeat = SocketHeartbeat(cast("Any", tables))
    for line in (player, watcher):
        socket_heartbeat.add(cast("Any", line))
    assert (player.pings, watcher.pings) == (1, 1), "one at once"
    socket_heartbeat.start()
    while tables.beats < 3 * BEATS_BETWEEN_PROBES:
        await run_loop_until_idle()
    socket_heartbeat.drop(cast("Any", player))
    await socket_heartbeat.stop()
    assert player.pings == tables.beats + 1
    assert watcher.pings == tables.beats // BEATS_BETWEEN_PROBES + 1
    assert player.probes == watcher.probes == tables.beats // BEATS_BETWEEN_PROBES
    assert (player.closing, watcher.closing) == (None, GOING_AWAY)


async def test_all_sockets_are_closed_when_the_server_stops(
    sqlite_url: str, clock: ManualClock
) -> None:
    async with open_server_fixture(sqlite_url, clock) as server:
        guest = await server.guest()
        socket = await server.at(await server.open_table(guest), guest)
        server.visitors.clear()  # no client closes by itself
    await socket.end()
    assert socket.closed_with == GOING_AWAY


async def test_a_socket_that_was_never_added_can_be_dropped(server: ServerFixture) -> None:
    socket_heartbeat = SocketHeartbeat(server.tables)
    socket_heartbeat.drop(cast("Any", Line(is_playing=True)))
    await socket_heartbeat.stop()


async def test_a_failed_beat_does_not_stop_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0.0)
    monkeypatch.setattr(background, "MIN_PAUSE_SECONDS", 0.0)
    counted: list[str] = []

    class FailingTables(NoTables):
        def send_presence(self, *, refresh: bool) -> None:
            super().send_presence(refresh=refresh)
            if self.beats == 2:
                raise ZeroDivisionError

    tables = FailingTables()
    socket_heartbeat = SocketHeartbeat(cast("Any", tables), Supervisor(counted.append))
    socket_heartbeat.start()
    with capture_logs():
        while tables.beats < 5:
            await run_loop_until_idle()
    await socket_heartbeat.stop()
    assert counted == ["pulse"]


async def test_a_failing_socket_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "BEAT_SECONDS", 0.0)
    counted: list[str] = []

    class BrokenLine(Line):
        def ping(self) -> None:
            super().ping()
            if self.pings > 1:
                raise ZeroDivisionError

    tables, broken, player = NoTables(), BrokenLine(is_playing=True), Line(is_playing=True)
    socket_heartbeat = SocketHeartbeat(cast("Any", tables), Supervisor(counted.append))
    for line in (broken, player):
        socket_heartbeat.add(cast("Any", line))
    socket_heartbeat.start()
    with capture_logs() as logs:
        while tables.beats < 3:
            await run_loop_until_idle()
        await socket_heartbeat.stop()
    assert player.pings > 3
    assert counted == ["pulse"] * (broken.pings - 1)
    assert all(isinstance(each["exc_info"], ZeroDivisionError) for each in logs)


async def test_presence_is_stored_during_a_game_only(
    server: ServerFixture, sqlite_url: str
) -> None:
    players = await server.guests(2)
    person = (await players[1].get("/api/account"))["id"]
    table = await server.sit(*players)
    await server.at(table, players[1])
    while server.tables._background:  # presence is stored by a background task
        await asyncio.sleep(0)
    database = open_database(sqlite_url)
    presence = PresenceStore(database)
    assert await presence.last_seen(table, person) == server.clock.now()
    await server.give(players[0], table, do="resign", seat=0)
    assert await presence.sweep() > 0
    await server.tables.store_presence()
    assert await presence.last_seen(table, person) is None
    await database.close()
