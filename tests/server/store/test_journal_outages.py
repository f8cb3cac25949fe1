"""Lost connections: no acknowledged append is lost, none is written twice or in part."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from anyio import connect_tcp, create_task_group, create_tcp_listener
from anyio.abc import SocketAttribute, SocketStream
from msgspec.structs import replace
from sqlalchemy import text

from grav.server.store import (
    Append,
    Database,
    Journal,
    StoreUnavailable,
    Summary,
    open_database,
)
from grav.server.store.engine import CommitUnsure, Statement

pytestmark = pytest.mark.anyio

TERMINATE_ALL_OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
WAITING = text(  # `pg_stat_activity` is a snapshot that does not change within a transaction
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE datname = current_database() AND NOT granted"
)


def make_append(game: str, after: int, *events: bytes, command: str | None = None) -> Append:
    return Append(game, after, events or (b"{}",), 1, command)


@pytest.fixture
async def postgresql(postgresql_url: str) -> AsyncIterator[Database]:
    opened = open_database(postgresql_url)
    yield opened
    await opened.close()


async def terminate_connections(url: str) -> None:
    """Terminates all connections but its own."""
    other = open_database(url)
    await other.write(lambda connection: connection.execute(TERMINATE_ALL_OTHERS))
    await other.close()


async def test_an_idle_connection_that_was_terminated_is_replaced(
    postgresql: Database, postgresql_url: str
) -> None:
    journal = Journal(postgresql)
    assert await journal.append(make_append("g", 0))
    await terminate_connections(postgresql_url)
    assert await journal.append(make_append("g", 1))
    assert [row.number for row in await journal.read("g")] == [1, 2]


async def test_an_append_whose_connection_is_terminated_is_written_once_by_the_next(
    postgresql: Database, postgresql_url: str
) -> None:
    journal = Journal(postgresql)
    assert await journal.append(make_append("g", 0, b"1"))
    holder = open_database(postgresql_url)
    async with holder.writing() as connection:
        await connection.execute(text("LOCK TABLE events IN EXCLUSIVE MODE"))
        tasks = [
            asyncio.create_task(journal.append(make_append(game, 1, b"2", b"3"))) for game in "gh"
        ]
        while not await connection.scalar(WAITING):
            await asyncio.sleep(0.01)
        await connection.execute(TERMINATE_ALL_OTHERS)
        while not await connection.scalar(WAITING):
            await asyncio.sleep(0.01)
    await holder.close()
    assert await asyncio.gather(*tasks) == [True, True]
    assert [row.event for row in await journal.read("g")] == [b"1", b"2", b"3"]
    assert await journal.append(make_append("g", 3, b"again"))


async def test_a_file_locked_by_another_process_refuses_the_group_and_recovers(
    sqlite_url: str,
) -> None:
    database = open_database(sqlite_url, lock_timeout=0.01)
    journal = Journal(database)
    assert await journal.append(make_append("g0", 0, b"1"))
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    group = [make_append(f"g{number}", 1, b"2") for number in range(5)]
    answers = await asyncio.gather(*map(journal.append, group), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreUnavailable] * 5
    assert len({id(answer) for answer in answers}) == 5  # each has its own traceback
    other.execute("ROLLBACK")
    other.close()
    assert [await journal.latest(append.game) for append in group] == [1, 0, 0, 0, 0]
    assert all(await asyncio.gather(*map(journal.append, group)))
    await database.close()


async def test_a_full_disk_leaves_no_partial_write(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    journal = Journal(database)
    full = text("PRAGMA max_page_count = 1")  # this connection may add no pages
    await database.write(lambda connection: connection.execute(full))
    large = b'"%s"' % (b"x" * 100_000)
    with pytest.raises(StoreUnavailable) as caught:
        await journal.append(make_append("g", 0, b"{}", large))
    assert "full" in str(caught.value.__cause__.__cause__ if caught.value.__cause__ else None)
    assert await journal.read("g") == []
    assert await journal.append(make_append("g", 0, b"{}", large))
    await database.close()


def fail_commits(
    database: Database, monkeypatch: pytest.MonkeyPatch, *, times: int, received: bool
) -> None:
    """Makes the first COMMITs fail without an answer; `heard` says whether they were carried
    out.
    """
    execute = database.execute
    left = times

    async def unsure(statements: Sequence[Statement], *_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0 or received:
            await execute(statements)
        if left >= 0:
            raise CommitUnsure

    monkeypatch.setattr(database, "execute", unsure)


@pytest.mark.parametrize("received", [True, False])
@pytest.mark.parametrize("command", ["c", None])
async def test_the_outcome_of_an_unacknowledged_commit_is_found(
    database: Database, monkeypatch: pytest.MonkeyPatch, received: bool, command: str | None
) -> None:
    journal = Journal(database, pauses=(0, 0))
    fail_commits(database, monkeypatch, times=1, received=received)
    group = [
        make_append("g", 0, b"1", b"2", command=command),
        make_append("h", 0),
        make_append("g", 2, b"3"),
    ]
    assert await asyncio.gather(*map(journal.append, group)) == [True, True, True]
    assert [row.event for row in await journal.read("g")] == [b"1", b"2", b"3"]


@pytest.mark.parametrize("received", [True, False])
async def test_the_outcome_is_found_when_the_database_is_back(
    database: Database, monkeypatch: pytest.MonkeyPatch, received: bool
) -> None:
    execute = database.execute
    failures: list[StoreUnavailable] = [CommitUnsure(), StoreUnavailable(), StoreUnavailable()]

    async def execute_with_failures(statements: Sequence[Statement], *_: object) -> None:
        if not failures or (isinstance(failures[0], CommitUnsure) and received):
            await execute(statements)
        if failures:
            raise failures.pop(0)

    monkeypatch.setattr(database, "execute", execute_with_failures)
    journal = Journal(database, pauses=(0, 0, 0))
    assert await journal.append(make_append("g", 0, b"1"))
    assert [row.event for row in await journal.read("g")] == [b"1"]


async def test_an_unacknowledged_commit_that_was_lost_yields_to_another_append(
    database: Database, other_journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(*_: object) -> None:
        monkeypatch.undo()
        assert await other_journal.append(make_append("g", 0, b"theirs"))
        raise CommitUnsure

    monkeypatch.setattr(database, "execute", too_late)
    journal = Journal(database, pauses=(0,))
    assert not await journal.append(make_append("g", 0, b"ours"))
    assert [row.event for row in await journal.read("g")] == [b"theirs"]


async def test_an_outcome_that_cannot_be_found_is_an_error(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(database, pauses=(0,))
    fail_commits(database, monkeypatch, times=2, received=False)
    with pytest.raises(StoreUnavailable):
        await journal.append(make_append("g", 0))
    assert await journal.append(make_append("g", 0))


@asynccontextmanager
async def cutting_proxy(url: str, at: bytes, *, received: bool) -> AsyncIterator[str]:
    """Yields the URL of a proxy to the server that cuts the connection at the first message with
    these bytes: before the message arrives, or before its answer does."""
    address = urlsplit(url)
    assert address.hostname
    assert address.port
    host, port = address.hostname, address.port
    intact = True

    async def serve(client: SocketStream) -> None:
        terminate_connections = False

        async def pass_answers_on() -> None:
            async for data in server:
                if terminate_connections:
                    break
                await client.send(data)
            group.cancel_scope.cancel()

        nonlocal intact
        async with client, await connect_tcp(host, port) as server, create_task_group() as group:
            group.start_soon(pass_answers_on)
            async for data in client:
                terminate_connections = intact and at in data
                intact = intact and not terminate_connections
                if terminate_connections and not received:
                    break
                await server.send(data)
            group.cancel_scope.cancel()

    listener = await create_tcp_listener(local_host="127.0.0.1")
    async with listener, create_task_group() as servers:
        servers.start_soon(listener.serve, serve)
        own_port = listener.extra(SocketAttribute.local_port)
        yield address._replace(netloc=f"{address.username}@127.0.0.1:{own_port}").geturl()
        servers.cancel_scope.cancel()
    assert not intact


LISTED = Summary("playing", True, False, "p", 1, 1, "{}", ())


@pytest.mark.parametrize("received", [True, False])
@pytest.mark.parametrize(
    ("summary", "at"),
    [
        pytest.param(None, b'"game":"g"', id="one statement"),
        pytest.param(LISTED, b"COMMIT", id="several"),
    ],
)
async def test_an_append_is_written_once_if_the_network_breaks_at_the_commit(
    postgresql: Database, postgresql_url: str, summary: Summary | None, at: bytes, received: bool
) -> None:
    async with cutting_proxy(postgresql_url, at, received=received) as url:
        database = open_database(url)
        journal = Journal(database)
        group = [replace(make_append(game, 0, b"1", b"2"), summary=summary) for game in "gh"]
        assert await asyncio.gather(*map(journal.append, group)) == [True, True]
        assert await journal.append(make_append("g", 2, b"3"))
        await database.close()
    assert [row.event for row in await Journal(postgresql).read("g")] == [b"1", b"2", b"3"]


SCRIPT = """
import asyncio, sys
from grav.server.store import Append, Journal, open_database

async def play(journal, game):
    for after in range(10**9):
        assert await journal.append(Append(game, after, (b"{}",), 1))
        print(game, after + 1, flush=True)

async def main():
    journal = Journal(open_database(sys.argv[1]))
    await asyncio.gather(*(play(journal, f"g{number}") for number in range(5)))

asyncio.run(main())
"""


async def test_appends_acknowledged_by_a_killed_process_are_stored(
    database_url: str, journal: Journal, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    with said.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SCRIPT, database_url, stdout=file
        )
    while len(said.read_bytes()) < 2_000:
        assert process.returncode is None
        await asyncio.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    acknowledged: dict[str, int] = {}
    # The kill may have truncated the last line; only complete lines count.
    whole, _, _ = said.read_text("utf-8").rpartition("\n")
    for line in whole.splitlines():
        game, _, number = line.partition(" ")
        acknowledged[game] = int(number)
    assert len(acknowledged) == 5
    for game, last in acknowledged.items():
        rows = await journal.read(game)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) in (last, last + 1)
        assert await journal.append(make_append(game, len(rows)))
