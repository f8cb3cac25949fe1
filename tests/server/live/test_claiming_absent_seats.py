"""A seat can only be claimed if the server could observe that its player was absent."""

from collections.abc import Awaitable, Callable

import pytest

from grav.server.live.context_builder import MIN_ABSENCE_MILLISECONDS
from grav.server.live.database_heartbeat import DatabaseHeartbeat
from grav.server.live.presence_uptime import MAX_PAUSE_SECONDS, PresenceUptime
from grav.server.live.room import PRESENCE_SECONDS
from grav.server.store import StoreUnavailable
from grav.server.store.presence import PresenceStore
from grav.testing.servers.asgi_driver import AsgiSocket, AsgiVisitor
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import MachineClocks, ManualClock

pytestmark = pytest.mark.anyio

OUTAGE = 2 * MIN_ABSENCE_MILLISECONDS
HOUR = 3_600_000


async def sit(server: ServerFixture) -> tuple[str, list[AsgiVisitor], list[AsgiSocket]]:
    """Opens a game of two players who are both present."""
    players = await server.guests(2)
    table = await server.sit(*players)
    return table, players, [await server.at(table, player) for player in players]


async def sit_and_leave(server: ServerFixture) -> tuple[str, list[AsgiVisitor]]:
    """Opens a game of two players, of whom the second was just present and the first stays."""
    table, players, sockets = await sit(server)
    await sockets[1].leave()
    return table, players


def come_back(server: ServerFixture, player: AsgiVisitor) -> AsgiVisitor:
    """Connects the same person to the restarted server."""
    return AsgiVisitor(server.app, player.name, "198.51.100.1", player.cookie)


async def claimed(server: ServerFixture, table: str, player: AsgiVisitor) -> str:
    """Claims the second seat as the first player; returns the code of the refusal, or `done`."""
    answer = await server.give(player, table, do="claim_seat", seat=1)
    return str(answer.get("code") or answer["is"])


async def test_a_seat_of_a_long_absent_player_can_be_claimed(
    server: ServerFixture, clock: ManualClock
) -> None:
    table, players = await sit_and_leave(server)
    clock.advance(MIN_ABSENCE_MILLISECONDS - 1)
    assert await claimed(server, table, players[0]) == "not_gone"
    clock.advance(1)
    assert await claimed(server, table, players[0]) == "done"


async def test_a_seat_of_a_present_player_cannot_be_claimed(
    server: ServerFixture, clock: ManualClock
) -> None:
    table, players, _ = await sit(server)
    clock.advance(OUTAGE)
    assert await claimed(server, table, players[0]) == "not_gone"


async def test_nothing_can_be_claimed_right_after_a_restart(
    sqlite_url: str, clock: ManualClock
) -> None:
    async with open_server_fixture(sqlite_url, clock) as server:
        table, players = await sit_and_leave(server)
    clock.advance(OUTAGE)
    async with open_server_fixture(sqlite_url, clock) as server:
        first = come_back(server, players[0])
        await server.at(table, first)
        assert await claimed(server, table, first) == "not_gone"
        clock.advance(MIN_ABSENCE_MILLISECONDS - 1)
        assert await claimed(server, table, first) == "not_gone"
        clock.advance(1)
        assert await claimed(server, table, first) == "done"


async def test_nothing_can_be_claimed_after_nobody_could_connect(
    server: ServerFixture, clock: ManualClock
) -> None:
    """The server ran all the time, but the network or the proxy before it did not."""
    table, players, sockets = await sit(server)
    for socket in sockets:
        await socket.leave()
    clock.advance(OUTAGE)
    assert await claimed(server, table, players[0]) == "not_gone"
    await server.at(table, players[0])
    clock.advance(MIN_ABSENCE_MILLISECONDS - 1)
    assert await claimed(server, table, players[0]) == "not_gone"
    clock.advance(1)
    assert await claimed(server, table, players[0]) == "done"


async def test_a_short_disconnection_does_not_restart_the_wait(
    server: ServerFixture, clock: ManualClock
) -> None:
    table, players, sockets = await sit(server)
    for socket in sockets:
        await socket.leave()
    clock.advance(round(PRESENCE_SECONDS * 1000))
    await server.at(table, players[0])
    clock.advance(MIN_ABSENCE_MILLISECONDS - round(PRESENCE_SECONDS * 1000))
    assert await claimed(server, table, players[0]) == "done"


async def test_a_clock_set_back_does_not_prolong_the_wait(sqlite_url: str) -> None:
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        table, players = await sit_and_leave(server)
    machine.step(-HOUR)
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        first = come_back(server, players[0])
        await server.at(table, first)
        machine.advance(MIN_ABSENCE_MILLISECONDS)
        assert await claimed(server, table, first) == "done"


async def test_a_clock_set_back_makes_nobody_absent(sqlite_url: str) -> None:
    """The table's time is an hour ahead of the time at which they were last seen."""
    machine = MachineClocks()
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        table, players = await sit_and_leave(server)
    machine.step(-HOUR)
    async with open_server_fixture(sqlite_url, machine.start()) as server:
        first, second = (come_back(server, player) for player in players)
        await server.at(table, first)
        machine.advance(MIN_ABSENCE_MILLISECONDS)
        socket = await server.at(table, second)
        await socket.leave()
        machine.advance(MIN_ABSENCE_MILLISECONDS - 1)
        assert await claimed(server, table, first) == "not_gone"
        machine.advance(1)
        assert await claimed(server, table, first) == "done"


def store_away(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Awaitable[None]]:
    """The database is unavailable, so that presence cannot be stored."""

    async def fails(*_: object) -> None:
        raise StoreUnavailable

    async def happens() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(PresenceStore, "store_seen", fails)
            await server.tables.store_presence()

    return happens


def channels_away(server: ServerFixture, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[None]]:
    async def happens() -> None:
        server.fanout.on_lost()

    return happens


@pytest.mark.parametrize("lost", [store_away, channels_away])
async def test_nothing_can_be_claimed_after_presence_could_not_be_observed(
    server: ServerFixture,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    lost: Callable[[ServerFixture, pytest.MonkeyPatch], Callable[[], Awaitable[None]]],
) -> None:
    table, players = await sit_and_leave(server)
    still_away = lost(server, monkeypatch)
    for _ in range(10):
        clock.advance(OUTAGE // 10)
        await still_away()
    assert await claimed(server, table, players[0]) == "not_gone"
    clock.advance(MIN_ABSENCE_MILLISECONDS - 1)
    assert await claimed(server, table, players[0]) == "not_gone"
    clock.advance(1)
    assert await claimed(server, table, players[0]) == "done"


# The heartbeat


class StubbedHeartbeat:
    """A `DatabaseHeartbeat` with a stub database that can fail, and a clock that the test
    advances.
    """

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.moment = 0.0
        self.fails = False
        self.uptime = PresenceUptime(self.clock, lambda: self.moment)
        self.heart = DatabaseHeartbeat(self.uptime, self._ask)

    def wait(self, seconds: float) -> None:
        self.moment += seconds
        self.clock.advance(round(seconds * 1000))

    async def _ask(self) -> None:
        if self.fails:
            raise StoreUnavailable


async def test_the_uptime_grows_while_the_database_answers() -> None:
    heartbeat = StubbedHeartbeat()
    for _ in range(100):
        await heartbeat.heart.beat()
        heartbeat.wait(MAX_PAUSE_SECONDS)
    assert heartbeat.uptime.milliseconds() == 100 * MAX_PAUSE_SECONDS * 1000


async def test_an_unavailable_database_restarts_the_uptime() -> None:
    heartbeat = StubbedHeartbeat()
    await heartbeat.heart.beat()
    heartbeat.wait(5)
    heartbeat.fails = True
    await heartbeat.heart.beat()
    assert heartbeat.uptime.milliseconds() == 0
    heartbeat.fails = False
    heartbeat.wait(5)
    await heartbeat.heart.beat()
    assert heartbeat.uptime.milliseconds() == 5000


async def test_a_suspended_process_restarts_its_uptime() -> None:
    """A claim may be the first thing after the process resumes, before the next heartbeat: the
    missed heartbeat alone restarts the uptime.
    """
    heartbeat = StubbedHeartbeat()
    await heartbeat.heart.beat()
    heartbeat.wait(MAX_PAUSE_SECONDS + 1)
    assert heartbeat.uptime.milliseconds() == 0
    heartbeat.wait(1)
    await heartbeat.heart.beat()
    heartbeat.wait(1)
    assert heartbeat.uptime.milliseconds() == 1000


async def test_without_a_heartbeat_the_uptime_is_not_restarted() -> None:
    clock = ManualClock()
    uptime = PresenceUptime(clock)
    clock.advance(OUTAGE)
    assert uptime.milliseconds() == OUTAGE
    uptime.restart()
    assert uptime.milliseconds() == 0
