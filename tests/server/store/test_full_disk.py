"""A full disk: writes fail at once, the outage is logged once, and nothing is lost.

The limits are real ones, of the process and of the file: SQLite gets the same errors from the
operating system, on write and on commit, as on a full disk.
"""

import asyncio
import time
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text
from structlog.testing import CapturingLogger

from grav.server.observability.metrics import Metrics
from grav.server.observability.outage_log import OutageLog
from grav.server.runtime.clock import SystemClock
from grav.server.store import Append, Database, Journal, StoreUnavailable, open_database
from grav.server.store import write_probe as module
from grav.server.store.engine import CommitUnsure
from grav.server.store.write_probe import WriteProbe
from grav.testing.infrastructure.full_disk import full_disk

pytestmark = pytest.mark.anyio

AN_HOUR = (3600.0,)
EVENT = b'"' + b"x" * 20_000 + b'"'


def make_append(game: str, after: int = 0) -> Append:
    return Append(game, after, (EVENT,), 1)


async def refusal_of(journal: Journal, append: Append) -> StoreUnavailable:
    async with asyncio.timeout(60):
        with pytest.raises(StoreUnavailable) as caught:
            await journal.append(append)
    return caught.value


async def test_a_commit_on_a_full_disk_fails_at_once_and_is_rolled_back(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    journal = Journal(database, pauses=AN_HOUR)  # a commit with an unknown outcome would wait
    assert await journal.append(make_append("g"))
    with full_disk(sqlite_url):
        for _ in range(3):
            error = await refusal_of(journal, make_append("g", 1))
            assert not isinstance(error.__cause__, CommitUnsure)
        assert await journal.latest("g") == 1  # reading still works
    assert await journal.append(make_append("g", 1))
    assert [row.number for row in await journal.read("g")] == [1, 2]
    await journal.close()
    await database.close()


async def test_a_file_that_cannot_grow_refuses_writes_at_once(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    journal = Journal(database, pauses=AN_HOUR)
    assert await journal.append(make_append("g"))

    def limit(pages: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.execute(text(f"PRAGMA max_page_count = {pages}"))

        return work

    await database.write(limit("1"))  # the file may not grow by a page
    error = await refusal_of(journal, make_append("g", 1))
    assert "full" in str(error.__cause__.__cause__ if error.__cause__ else None)
    await database.write(limit("1000000"))
    assert await journal.append(make_append("g", 1))
    await journal.close()
    await database.close()


async def test_the_heartbeat_fails_while_the_disk_is_full(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(sqlite_url)
    journal, heartbeat = Journal(database), WriteProbe(database)
    assert await journal.append(make_append("g"))
    assert await heartbeat.is_writable()
    with full_disk(sqlite_url):
        await refusal_of(journal, make_append("g", 1))
        assert not await heartbeat.is_writable()  # known from the latest write
    assert await heartbeat.is_writable()
    monkeypatch.setattr(module, "FRESH_SECONDS", 0.0)
    with full_disk(sqlite_url):
        assert (
            not await heartbeat.is_writable()
        )  # found by an attempt, though the latest write succeeded
    assert await heartbeat.is_writable()
    await journal.close()
    await database.close()


async def test_a_recent_write_replaces_the_attempt_of_the_heartbeat(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeat = WriteProbe(database)
    assert await heartbeat.is_writable()

    async def fail(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(database, "write", fail)
    database.writes.worked = time.monotonic() + 3600
    assert await heartbeat.is_writable()


async def test_concurrent_heartbeats_share_one_attempt(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeat = WriteProbe(database)
    tried, go_on = 0, asyncio.Event()

    async def write_slowly(_: object) -> None:
        nonlocal tried
        tried += 1
        await go_on.wait()

    monkeypatch.setattr(database, "write", write_slowly)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await heartbeat.is_writable()
    asking = [asyncio.create_task(heartbeat.is_writable()) for _ in range(5)]
    await asyncio.sleep(0)
    go_on.set()
    assert all(await asyncio.gather(*asking))
    assert tried == 1


async def test_an_outage_is_logged_at_its_begin_and_its_end(sqlite_url: str) -> None:
    database, metrics, log = open_database(sqlite_url), Metrics(), CapturingLogger()
    OutageLog(database, SystemClock(), metrics, log)
    journal = Journal(database)
    assert await journal.append(make_append("g"))
    with full_disk(sqlite_url):
        for _ in range(4):
            await refusal_of(journal, make_append("g", 1))
    for number in (1, 2):
        assert await journal.append(make_append("g", number))
    logged = [(call.method_name, call.args[0]) for call in log.calls]
    assert logged == [("error", "store_failing"), ("warning", "store_works_again")]
    assert "disk" in log.calls[0].kwargs["why"]
    (counted,) = [
        line
        for line in metrics.render().splitlines()
        if line.startswith(b"grav_store_failures_total")
    ]
    assert float(counted.split()[-1]) == 4
    await journal.close()
    await database.close()


async def test_the_heartbeat_fails_in_a_database_without_tables(blank_url: str) -> None:
    database = open_database(blank_url)
    assert not await WriteProbe(database).is_writable()
    await database.close()
