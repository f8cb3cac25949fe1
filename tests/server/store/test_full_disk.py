"""A disk that is full: what cannot be written is refused at once, told once, and nothing is lost.

The limits are real ones, of this process and of the file: SQLite gets the same answers from the
system, when it writes and when it commits, as from a disk without room.
"""

import asyncio
import time
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text
from structlog.testing import CapturingLogger

from grav.server.observability.measured_journal import OutageLog
from grav.server.observability.metrics import Metrics
from grav.server.runtime.clock import SystemClock
from grav.server.store import Append, Database, Journal, StoreUnavailable, open_database
from grav.server.store import heartbeat as module
from grav.server.store.engine import CommitUnsure
from grav.server.store.heartbeat import Heartbeat
from grav.testing.infrastructure.full_disk import full_disk

pytestmark = pytest.mark.anyio

FOR_EVER = (3600.0,)
EVENT = b'"' + b"x" * 20_000 + b'"'


def made(game: str, after: int = 0) -> Append:
    return Append(game, after, (EVENT,), 1)


async def refused(journal: Journal, append: Append) -> StoreUnavailable:
    async with asyncio.timeout(60):
        with pytest.raises(StoreUnavailable) as caught:
            await journal.append(append)
    return caught.value


async def test_a_commit_without_room_is_refused_at_once_and_undone(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    journal = Journal(database, pauses=FOR_EVER)  # who is unsure would wait
    assert await journal.append(made("g"))
    with full_disk(sqlite_url):
        for _ in range(3):
            error = await refused(journal, made("g", 1))
            assert not isinstance(error.__cause__, CommitUnsure)
        assert await journal.latest("g") == 1  # all can still be read
    assert await journal.append(made("g", 1))
    assert [row.number for row in await journal.read("g")] == [1, 2]
    await journal.close()
    await database.close()


async def test_a_file_without_room_for_another_page_is_refused_at_once(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    journal = Journal(database, pauses=FOR_EVER)
    assert await journal.append(made("g"))

    def limit(pages: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.execute(text(f"PRAGMA max_page_count = {pages}"))

        return work

    await database.write(limit("1"))  # what there is stays; not a page comes to it
    error = await refused(journal, made("g", 1))
    assert "full" in str(error.__cause__.__cause__ if error.__cause__ else None)
    await database.write(limit("1000000"))
    assert await journal.append(made("g", 1))
    await journal.close()
    await database.close()


async def test_who_asks_whether_it_can_be_written_is_told(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(sqlite_url)
    journal, heart = Journal(database), Heartbeat(database)
    assert await journal.append(made("g"))
    assert await heart.beats()
    with full_disk(sqlite_url):
        await refused(journal, made("g", 1))
        assert not await heart.beats()  # by what became of the latest
    assert await heart.beats()
    monkeypatch.setattr(module, "FRESH_SECONDS", 0.0)
    with full_disk(sqlite_url):
        assert not await heart.beats()  # by trying, though all went well before
    assert await heart.beats()
    await journal.close()
    await database.close()


async def test_what_was_just_written_is_answer_enough(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    heart = Heartbeat(database)
    assert await heart.beats()

    async def never(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(database, "write", never)
    database.writes.worked = time.monotonic() + 3600
    assert await heart.beats()


async def test_all_who_ask_at_once_share_one_attempt(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    heart = Heartbeat(database)
    tried, go_on = 0, asyncio.Event()

    async def slowly(_: object) -> None:
        nonlocal tried
        tried += 1
        await go_on.wait()

    monkeypatch.setattr(database, "write", slowly)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await heart.beats()
    asking = [asyncio.create_task(heart.beats()) for _ in range(5)]
    await asyncio.sleep(0)
    go_on.set()
    assert all(await asyncio.gather(*asking))
    assert tried == 1


async def test_an_outage_is_told_when_it_begins_and_when_it_is_over(sqlite_url: str) -> None:
    database, metrics, log = open_database(sqlite_url), Metrics(), CapturingLogger()
    OutageLog(database, SystemClock(), metrics, log)
    journal = Journal(database)
    assert await journal.append(made("g"))
    with full_disk(sqlite_url):
        for _ in range(4):
            await refused(journal, made("g", 1))
    for number in (1, 2):
        assert await journal.append(made("g", number))
    told = [(call.method_name, call.args[0]) for call in log.calls]
    assert told == [("error", "store_failing"), ("warning", "store_works_again")]
    assert "disk" in log.calls[0].kwargs["why"]
    (counted,) = [
        line
        for line in metrics.told().splitlines()
        if line.startswith(b"grav_store_failures_total")
    ]
    assert float(counted.split()[-1]) == 4
    await journal.close()
    await database.close()


async def test_a_database_without_its_tables_cannot_be_used(blank_url: str) -> None:
    database = open_database(blank_url)
    assert not await Heartbeat(database).beats()
    await database.close()
