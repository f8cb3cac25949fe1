"""Deadlines that stay in the past are checked with exponential backoff and delay no others."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from msgspec.structs import replace

from grav.server.live import deadline_timers as module
from grav.server.live.deadline_timers import MAX_BACKOFF, MAX_PAGE, Timers
from grav.server.live.room import Room
from grav.server.runtime.background import Supervisor
from grav.server.store import Append, Journal, StoreUnavailable, open_database
from grav.server.table.deadlines import UNFILLED_TIMEOUT, deadline, next_check
from grav.server.table.model import Seat, Table
from grav.testing.servers.asgi_driver import TIMEOUT
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock
from grav.testing.tables.played_table import PlayedTable

pytestmark = pytest.mark.anyio

STUCK = MAX_PAGE + 50
FAR = 10**15


@dataclass
class StalledTables:
    """A stub of `Tables`: carrying out a due deadline changes nothing, except at the tables in
    `honest`.
    """

    clock: ManualClock
    table: Table
    honest: set[str] = field(default_factory=set)
    rooms: dict[str, Room] = field(default_factory=dict)
    looks: Counter[str] = field(default_factory=Counter)
    error: Exception | None = None
    """The error that a check raises."""
    unreadable: dict[str, Exception] = field(default_factory=dict)
    """The errors that loading some tables raises."""
    reads: Counter[str] = field(default_factory=Counter)

    async def load_current(self, game: str) -> Room:
        self.reads[game] += 1
        if game in self.unreadable:
            raise self.unreadable[game]
        return self.rooms.setdefault(game, Room(game, self.table))

    async def carry_out_due(self, game: str) -> str | None:
        self.looks[game] += 1
        if self.error is not None:
            raise self.error
        if game not in self.honest:
            return None
        self.honest.discard(game)
        room = self.rooms[game]
        room._table = None
        return "flag"

    def catch_up_stale(self) -> None:
        pass

    async def check_journal(self) -> None:
        pass

    def forget_idle(self) -> None:
        pass


@dataclass
class Watched:
    tables: StalledTables
    timers: Timers
    journal: Journal
    clock: ManualClock
    carried_out: list[str]
    failed: list[str]

    async def sweep(self) -> None:
        """Carries out everything that is due now, by the sweep and by the timers."""
        await self.timers._sweep_once()
        for due, game in sorted(self.timers._heap):
            self.timers._fire(due, game, self.clock.now())
        self.timers._heap.clear()
        self.timers._next.clear()
        while self.timers._working:
            await asyncio.sleep(0)


@pytest.fixture
async def watched(sqlite_url: str) -> AsyncIterator[Watched]:
    """Stores deadlines of tables at which nobody sat down, and that should have been closed long
    ago.
    """
    open_ = PlayedTable(seats=()).table
    assert next_check(open_) == START + UNFILLED_TIMEOUT
    clock = ManualClock(START + UNFILLED_TIMEOUT + 60_000)
    database = open_database(sqlite_url)
    journal, tables = Journal(database), StalledTables(clock, open_)
    carried_out: list[str] = []
    failed: list[str] = []
    timers = Timers(
        cast("Any", tables),
        journal,
        clock,
        carried_out.append,
        supervisor=Supervisor(failed.append),
    )
    yield Watched(tables, timers, journal, clock, carried_out, failed)
    await timers.stop()
    await journal.close()
    await database.close()


async def lay(watched: Watched, games: list[str], due: int) -> None:
    appends = (Append(game, 0, (b"{}",), 1, due=due) for game in games)
    assert all(await asyncio.gather(*map(watched.journal.append, appends)))


async def test_a_deadline_is_not_delayed_by_many_stuck_ones(
    watched: Watched,
) -> None:
    await lay(watched, [f"stuck{number}" for number in range(STUCK)], START)
    await lay(watched, ["honest"], START + 1)
    watched.tables.honest.add("honest")
    await watched.sweep()
    assert watched.carried_out == ["flag"]
    assert watched.tables.looks["honest"] == 1


async def test_a_stuck_deadline_is_checked_with_backoff(watched: Watched) -> None:
    games = [f"stuck{number}" for number in range(STUCK)]
    await lay(watched, games, START)
    seconds = 300
    for _ in range(seconds):
        await watched.sweep()
        watched.clock.advance(1000)
    fewest, most = min(watched.tables.looks.values()), max(watched.tables.looks.values())
    assert fewest >= seconds * 1000 // MAX_BACKOFF  # no table is given up
    assert most <= 14  # after 1, 2, 4 … 60 seconds, rounded up to the next sweep
    assert len(await watched.journal.due(FAR, 9999)) == STUCK


async def test_the_stored_deadline_moves_with_the_backoff(watched: Watched) -> None:
    """Then all processes skip it, also those that start later."""
    await lay(watched, ["stuck"], START)
    await watched.sweep()
    ((_, due),) = await watched.journal.due(FAR, 9)
    assert due == watched.clock.now() + module.MIN_BACKOFF
    assert await watched.journal.due(watched.clock.now(), 9) == []


async def test_an_event_at_the_table_ends_the_backoff(watched: Watched) -> None:
    await lay(watched, ["stuck"], START)
    for _ in range(5):
        await watched.sweep()
        watched.clock.advance(MAX_BACKOFF + module.OVERDUE_MILLISECONDS)
    looks = watched.tables.looks["stuck"]
    assert looks >= 5
    room = watched.tables.rooms["stuck"]
    watched.timers.set(room)
    await watched.sweep()
    assert watched.tables.looks["stuck"] > looks


async def test_a_failing_check_is_logged_and_delays_no_other_table(
    watched: Watched,
) -> None:
    await lay(watched, ["a", "b", "c"], START)
    watched.tables.error = ZeroDivisionError()
    await watched.sweep()
    assert set(watched.tables.looks) == {"a", "b", "c"}
    assert watched.failed == ["deadlines"] * 3
    await watched.sweep()
    assert max(watched.tables.looks.values()) == 1  # only after a pause


@pytest.mark.parametrize("error", [MemoryError(), ZeroDivisionError()])
async def test_a_table_that_cannot_be_loaded_delays_no_other(
    watched: Watched, error: Exception
) -> None:
    await lay(watched, ["a", "broken", "c"], START)
    watched.tables.unreadable["broken"] = error
    await watched.sweep()
    assert set(watched.tables.looks) == {"a", "c"}
    assert watched.failed == ["sweep"]


async def test_a_failing_check_is_retried_with_backoff(watched: Watched) -> None:
    await lay(watched, ["broken"], START)
    watched.tables.unreadable["broken"] = MemoryError()
    seconds = 300
    for _ in range(seconds):
        await watched.sweep()
        watched.clock.advance(1000)
    assert seconds * 1000 // MAX_BACKOFF <= watched.tables.reads["broken"] <= 14
    watched.tables.unreadable.clear()
    watched.clock.advance(MAX_BACKOFF)
    await watched.sweep()
    assert watched.tables.looks["broken"] == 1


async def test_an_error_in_computing_a_deadline_delays_no_other_table(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lay(watched, ["a", "broken", "c"], START)
    due = Timers._next_due

    def mistaken(timers: Timers, room: Room) -> int | None:
        return due(timers, room) if room.id != "broken" else 1 // 0

    monkeypatch.setattr(Timers, "_next_due", mistaken)
    await watched.sweep()
    assert set(watched.tables.looks) == {"a", "broken", "c"}
    assert watched.failed == ["sweep"]
    await watched.timers._check("broken")  # as its own timer does
    await watched.sweep()
    assert watched.failed[1:] == ["deadlines"]


async def test_backoffs_of_unchecked_tables_are_forgotten(
    watched: Watched,
) -> None:
    await lay(watched, ["stuck"], START)
    await watched.sweep()
    watched.timers._forget_backoffs()
    assert set(watched.timers._backoffs) == {"stuck"}
    watched.clock.advance(2 * MAX_BACKOFF)
    watched.timers._forget_backoffs()
    assert watched.timers._backoffs == {}


async def test_an_unavailable_database_causes_no_backoff(watched: Watched) -> None:
    await lay(watched, ["a"], START)
    watched.tables.error = StoreUnavailable()
    for looks in (1, 2, 3):
        with pytest.raises(StoreUnavailable):
            await watched.sweep()
        assert watched.tables.looks["a"] == looks
    assert await watched.journal.due(FAR, 9) == [("a", START)]


async def test_the_backoff_of_a_bot_does_not_delay_the_deadline(
    watched: Watched,
) -> None:
    """The table is checked to wake the bot; its own deadline is due soon after."""
    seated = PlayedTable().table
    table = replace(seated, seats=(Seat(level=3),) * len(seated.seats))
    limit = deadline(table)
    due = next_check(table)
    assert limit is not None
    assert due is not None
    assert due < limit.at
    room = Room("table", table)
    watched.tables.rooms["table"] = room
    watched.clock.advance(limit.at - 300 - watched.clock.now())
    watched.timers._back_off(room)
    assert watched.timers._next_due(room) == limit.at


async def test_the_loops_of_the_timers_are_restarted(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in one loop is counted, and the loop is restarted."""
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.001)
    gone_on = asyncio.Event()
    mended = 0

    def catch_up_stale() -> None:
        nonlocal mended
        mended += 1
        if mended == 1:
            raise ZeroDivisionError
        gone_on.set()

    monkeypatch.setattr(watched.tables, "catch_up_stale", catch_up_stale)
    watched.timers.start()
    async with asyncio.timeout(TIMEOUT):
        await gone_on.wait()
    assert watched.failed == ["tidy"]
