"""Deadlines are carried out on time by the process that knows of them, or by any other."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live.conftest import Sweeps

from grav.server.live import deadline_timers
from grav.server.runtime.clock import SystemClock
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiSocket, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio

WINDOW = 5
CLOCK = {"kind": "fischer", "seconds": 60}


async def in_a_window(server: ServerFixture) -> tuple[str, list[AsgiVisitor]]:
    players = await server.guests(2)
    table = await server.sit(*players, clock=CLOCK, window=WINDOW)
    await server.give(players[0], table, do="place", seat=0, at="c3")
    return table, players


async def happening(socket: AsgiSocket, event: str) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT):
        while True:
            for happened in (await socket.hear("news"))["happened"]:
                if happened["event"] == event:
                    return dict(happened)


async def eventually(
    is_so: Callable[[dict[str, Any]], bool], server: ServerFixture, table: str
) -> None:
    """Waits until the table's public state satisfies the condition."""
    async with asyncio.timeout(TIMEOUT):
        while not is_so((await server.look(table))["now"]):
            await asyncio.sleep(0.002)


@pytest.mark.usefixtures("quick_sweeps")
async def test_a_seat_that_does_not_answer_in_time_accepts(
    server: ServerFixture, clock: ManualClock
) -> None:
    table, players = await in_a_window(server)
    socket = await server.at(table, players[0])
    clock.advance(WINDOW * 1000)
    assert await happening(socket, "accepted") == {"event": "accepted", "by": 1, "why": "time"}


async def test_nothing_is_carried_out_early(
    server: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    table, _ = await in_a_window(server)
    before = await server.look(table)
    clock.advance(WINDOW * 1000 - 1)
    await quick_sweeps.wait_for_next()
    assert await server.look(table) == before


@pytest.mark.usefixtures("quick_sweeps")
async def test_a_deadline_missed_while_no_process_ran_is_carried_out_by_the_next(
    sqlite_url: str, clock: ManualClock
) -> None:
    async with open_server_fixture(sqlite_url, clock) as server:
        table, players = await in_a_window(server)
    clock.advance(WINDOW * 1000 + 60_000)
    async with open_server_fixture(sqlite_url, clock) as server:
        await eventually(lambda now: now["position"]["phase"] != "window", server, table)
        actions = (await server.look(table))["actions"]
    assert actions[-1] == {"do": "accept", "by": 1}
    assert len(players) == 2


async def test_a_deadline_that_was_moved_does_not_fall_due_at_its_old_time(
    server: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    """After the stone is accepted in time, the window's deadline is replaced by the later one of
    the clock.
    """
    table, players = await in_a_window(server)
    await server.give(players[1], table, do="accept", seat=1, placement=1)
    before = await server.look(table)
    clock.advance(WINDOW * 1000 + 1)
    await quick_sweeps.wait_for_next()
    assert await server.look(table) == before
    socket = await server.at(table, players[0])
    clock.advance(60_000)
    assert (await happening(socket, "resigned"))["why"] == "time"


async def test_a_known_deadline_is_carried_out_without_the_sweep(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process's own timer carries it out: a race ends when its hold is over."""
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 3600.0)
    async with open_server_fixture(sqlite_url, SystemClock()) as server:
        players = await server.guests(3)
        table = await server.sit(*players)
        await server.give(players[0], table, do="place", seat=0, at="c3")
        socket = await server.at(table, players[2])
        await server.give(players[1], table, do="grav", seat=1, placement=1)
        assert (await happening(socket, "judged"))["winner"] == 1


async def test_a_table_with_nothing_due_is_unchanged(
    server: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    """Without a clock people may take any time, as long as the table is kept."""
    players = await server.guests(2)
    table = await server.sit(*players)
    await server.give(players[0], table, do="place", seat=0, at="c3")
    before = await server.look(table)
    clock.advance(29 * 86_400_000)
    await quick_sweeps.wait_for_next()
    await run_loop_until_idle()
    assert await server.look(table) == before
    clock.advance(86_400_000)
    await eventually(lambda now: now["stage"] == "closed", server, table)
