"""Leases for bots' decisions: one process thinks; the others wait, or take over if it dies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from grav.server.live import bot_leases
from grav.server.live.bot_leases import Thought, ThoughtLeases
from grav.server.runtime import background
from grav.server.runtime.background import Supervisor, wait_for_background_tasks
from grav.server.store import Database, StoreUnavailable, open_database
from grav.server.store.leases import Leases
from grav.tasks import cancel_and_wait
from grav.testing.servers.asgi_driver import TIMEOUT, run_loop_until_idle
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = pytest.mark.anyio

LONG = 3600.0


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Milliseconds of a lease, longer than any test."""
    monkeypatch.setattr(bot_leases, "CHECK_SECONDS", 0.001)
    monkeypatch.setattr(bot_leases, "LEASE_SECONDS", LONG)


@pytest.fixture
def keep_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are renewed continuously; the clock of the tests stands still."""
    monkeypatch.setattr(bot_leases, "LEASE_SECONDS", 0.003)
    monkeypatch.setattr(background, "MIN_PAUSE_SECONDS", 0.0)


@pytest.fixture
async def another_database(database_url: str) -> AsyncIterator[Database]:
    """Opens a database with connections of its own, like another process."""
    database = open_database(database_url)
    yield database
    await database.close()


class Process:
    """A process that thinks until it is told to stop; `is_asked` is the result when it checks the
    table.
    """

    def __init__(self, name: str, database: Database, clock: ManualClock) -> None:
        self.failed: list[str] = []
        self.store = Leases(database, name)
        self.leases = ThoughtLeases(self.store, clock, Supervisor(self.failed.append))
        self.is_asked = True
        self.errors: list[Exception] = []
        self.looks = 0
        self.thinks = asyncio.Event()
        self.in_vain = asyncio.Event()

    async def _look(self) -> bool:
        if self.errors:
            raise self.errors.pop()
        self.looks += 1
        return self.is_asked

    async def has_looked(self) -> None:
        """Waits until the process has checked twice more whether the question is still open."""
        enough = self.looks + 2
        async with asyncio.timeout(TIMEOUT):
            while self.looks < enough:
                await run_loop_until_idle()

    async def think(self, max_wait: float = LONG) -> bool:
        thought = Thought("g", 1, "3-5", self._look, self.in_vain.set)
        async with self.leases.hold(thought, max_wait) as mine:
            if mine:
                self.thinks.set()
                await self.in_vain.wait()
            return mine

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[asyncio.Task[bool]]:
        task = asyncio.create_task(self.think())
        await _in_time(self.thinks)
        yield task
        await cancel_and_wait([task])


async def _in_time(event: asyncio.Event) -> None:
    async with asyncio.timeout(TIMEOUT):
        await event.wait()


@pytest.fixture
async def one(database: Database, clock: ManualClock) -> AsyncIterator[Process]:
    yield Process("one", database, clock)
    await wait_for_background_tasks()


@pytest.fixture
async def other(another_database: Database, clock: ManualClock) -> AsyncIterator[Process]:
    yield Process("other", another_database, clock)
    await wait_for_background_tasks()


async def is_free(process: Process) -> bool:
    return await process.store.take("g", 1, "3-5", 0, 1) is None


async def test_a_waiting_process_begins_soon_after_the_holder_gave_up(
    one: Process, other: Process
) -> None:
    async with one.thinking() as thinking:
        waiting = asyncio.create_task(other.think())
        await other.has_looked()
        assert not other.thinks.is_set()
        thinking.cancel()
        await _in_time(other.thinks)
        await cancel_and_wait([waiting])


async def test_a_waiting_process_ends_when_the_holder_has_answered(
    one: Process, other: Process
) -> None:
    async with one.thinking():
        other.is_asked = False
        async with asyncio.timeout(TIMEOUT):
            assert await other.think() is False


async def test_a_question_answered_just_before_the_lease_is_not_thought_about(
    one: Process, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = one.store.take

    async def too_late(*arguments: Any) -> int | None:
        one.is_asked = False
        return await take(*arguments)

    monkeypatch.setattr(one.store, "take", too_late)
    assert await one.think() is False
    assert await is_free(other)


async def test_a_process_out_of_time_takes_over_the_lease(
    one: Process, other: Process, clock: ManualClock
) -> None:
    async with one.thinking():
        waiting = asyncio.create_task(other.think(max_wait=2.0))
        await other.has_looked()
        assert not other.thinks.is_set()
        clock.advance(2_000)
        await _in_time(other.thinks)
        await cancel_and_wait([waiting])


@pytest.mark.usefixtures("keep_often")
async def test_a_thought_about_an_old_question_is_cancelled(one: Process) -> None:
    async with one.thinking():
        one.is_asked = False
        await _in_time(one.in_vain)


@pytest.mark.usefixtures("keep_often")
async def test_a_thought_whose_lease_was_taken_over_is_cancelled(
    one: Process, other: Process, clock: ManualClock
) -> None:
    async with one.thinking():
        now = clock.now() + 1_000
        assert await other.store.take("g", 1, "3-5", now, now + 1_000) is None
        await _in_time(one.in_vain)


@pytest.mark.usefixtures("keep_often")
@pytest.mark.parametrize("error", [ZeroDivisionError(), StoreUnavailable()])
async def test_a_failed_renewal_of_a_lease_is_counted_and_retried(
    one: Process, error: Exception
) -> None:
    with capture_logs():
        async with one.thinking():
            one.errors.append(error)
            await one.has_looked()
    assert one.failed == ["leases"]
    assert not one.in_vain.is_set()


async def test_a_thought_cancelled_while_taking_its_lease_releases_it(
    one: Process, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answering = asyncio.Event(), asyncio.Event()
    take = one.store.take

    async def slowly(*arguments: Any) -> int | None:
        asked.set()
        await answering.wait()
        return await take(*arguments)

    monkeypatch.setattr(one.store, "take", slowly)
    thinking = asyncio.create_task(one.think())
    await asked.wait()
    await cancel_and_wait([thinking])
    answering.set()
    await wait_for_background_tasks()
    assert await is_free(other)


async def test_a_finished_thought_releases_its_lease(one: Process, other: Process) -> None:
    async with one.thinking() as thinking:
        one.in_vain.set()
        await thinking
    assert await is_free(other)
