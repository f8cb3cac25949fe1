"""Deadlines are carried out on time by the process that knows of them, or by any other."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.live.conftest import Sweeps

from grav.server.live import deadline_timers
from grav.server.runtime.clock import SystemClock
from grav.testing.servers.asgi_driver import TIMEOUT, Socket, Visitor, let_messages_arrive
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio

WINDOW = 5
CLOCK = {"kind": "fischer", "seconds": 60}


async def in_a_window(house: ServerFixture) -> tuple[str, list[Visitor]]:
    players = await house.guests(2)
    table = await house.sit(*players, clock=CLOCK, window=WINDOW)
    await house.give(players[0], table, do="place", seat=0, at="c3")
    return table, players


async def happening(socket: Socket, event: str) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT):
        while True:
            for happened in (await socket.hear("news"))["happened"]:
                if happened["event"] == event:
                    return dict(happened)


async def eventually(
    is_so: Callable[[dict[str, Any]], bool], house: ServerFixture, table: str
) -> None:
    """Looks at the table until it is so."""
    async with asyncio.timeout(TIMEOUT):
        while not is_so((await house.look(table))["now"]):
            await asyncio.sleep(0.002)


@pytest.mark.usefixtures("quick_sweeps")
async def test_a_seat_that_does_not_answer_in_time_accepts(
    house: ServerFixture, clock: ManualClock
) -> None:
    table, players = await in_a_window(house)
    socket = await house.at(table, players[0])
    clock.advance(WINDOW * 1000)
    assert await happening(socket, "accepted") == {"event": "accepted", "by": 1, "why": "time"}


async def test_nothing_is_carried_out_early(
    house: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    table, _ = await in_a_window(house)
    before = await house.look(table)
    clock.advance(WINDOW * 1000 - 1)
    await quick_sweeps.wait_for_next()
    assert await house.look(table) == before


@pytest.mark.usefixtures("quick_sweeps")
async def test_a_deadline_missed_while_no_process_ran_is_carried_out_by_the_next(
    sqlite_url: str, clock: ManualClock
) -> None:
    async with open_server_fixture(sqlite_url, clock) as house:
        table, players = await in_a_window(house)
    clock.advance(WINDOW * 1000 + 60_000)
    async with open_server_fixture(sqlite_url, clock) as house:
        await eventually(lambda now: now["position"]["phase"] != "window", house, table)
        actions = (await house.look(table))["actions"]
    assert actions[-1] == {"do": "accept", "by": 1}
    assert len(players) == 2


async def test_a_deadline_that_was_moved_does_not_fall_due_at_its_old_time(
    house: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    """A stone that is answered in time leaves a clock that runs longer."""
    table, players = await in_a_window(house)
    await house.give(players[1], table, do="accept", seat=1, placement=1)
    before = await house.look(table)
    clock.advance(WINDOW * 1000 + 1)
    await quick_sweeps.wait_for_next()
    assert await house.look(table) == before
    socket = await house.at(table, players[0])
    clock.advance(60_000)
    assert (await happening(socket, "resigned"))["why"] == "time"


async def test_a_known_deadline_is_carried_out_without_the_sweep(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own clock, without a look at the store: a race ends when its wait is over."""
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 3600.0)
    async with open_server_fixture(sqlite_url, SystemClock()) as house:
        players = await house.guests(3)
        table = await house.sit(*players)
        await house.give(players[0], table, do="place", seat=0, at="c3")
        socket = await house.at(table, players[2])
        await house.give(players[1], table, do="grav", seat=1, placement=1)
        assert (await happening(socket, "judged"))["winner"] == 1


async def test_a_table_with_nothing_due_is_unchanged(
    house: ServerFixture, clock: ManualClock, quick_sweeps: Sweeps
) -> None:
    """Without a clock people take their time, for as long as a table is kept at all."""
    players = await house.guests(2)
    table = await house.sit(*players)
    await house.give(players[0], table, do="place", seat=0, at="c3")
    before = await house.look(table)
    clock.advance(29 * 86_400_000)
    await quick_sweeps.wait_for_next()
    await let_messages_arrive()
    assert await house.look(table) == before
    clock.advance(86_400_000)
    await eventually(lambda now: now["stage"] == "closed", house, table)
