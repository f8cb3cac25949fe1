"""Database URLs, and the guarantees of reading and writing."""

import asyncio
import socket
import sqlite3
import sys
import threading
import traceback
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from tests.subtests import every

from grav.server.store import Database, StoreError, StoreUnavailable, open_database
from grav.server.store.database_urls import database_url as read_url
from grav.server.store.engine import Statement
from grav.server.store.schema import deadlines


def put_deadline(connection: Connection, game: str = "g", due: int = 0) -> None:
    connection.execute(insert(deadlines).values(game=game, due=due))


DELETE_DEADLINE = Statement("DELETE FROM deadlines WHERE game = $1", "g")
"""A statement that both databases accept."""


async def games_in(database: Database) -> set[str]:
    async with database.reading() as connection:
        return set(await connection.scalars(select(deadlines.c.game)))


@every(
    ("written", "read"),
    [
        ("sqlite:///grav.db", "sqlite+aiosqlite:///grav.db"),
        ("sqlite+pysqlite:///grav.db", "sqlite+aiosqlite:///grav.db"),
        ("postgres://u@h/d", "postgresql+asyncpg://u@h/d"),
        ("postgresql://u:p%40@h:5433/d", "postgresql+asyncpg://u:p%40@h:5433/d"),
        ("postgresql+psycopg2://u@h/d", "postgresql+asyncpg://u@h/d"),
        ("postgres://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        ("postgres:///d?host=/run/pg", "postgresql+asyncpg:///d?host=%2Frun%2Fpg"),
    ],
)
def test_common_spellings_of_a_url_are_accepted(written: str, read: str) -> None:
    assert read_url(written).render_as_string(hide_password=False) == read


WRONG = [
    ("", "store.url"),
    ("grav.db", "store.url"),
    ("postgres:u:secret@h/d", "store.url"),
    ("postgres://u:secret@h:port/d", "store.url"),
    ("mysql://u:secret@h/d", "store.kind"),
    ("sqlite://", "store.file"),
    ("sqlite:///", "store.file"),
    ("sqlite://grav.db", "store.file"),
    ("sqlite:///:memory:", "store.file"),
    ("sqlite:///grav.db?mode=ro", "store.file"),
    ("postgres://u:secret@h/d?passphrase=1", "store.option"),
]


@every(("url", "key"), WRONG)
def test_an_invalid_url_is_an_error_that_does_not_show_it(url: str, key: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_database(url)
    assert caught.value.text.key == key
    told = [str(caught.value), *traceback.format_exception_only(caught.value)]
    assert caught.value.__cause__ is None
    assert "secret" not in "".join(told)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"asyncpg is not installed.*grav\[scale\]"):
        open_database("postgresql://h/d")


def test_the_folder_of_a_sqlite_file_is_created(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path}/a/b/grav.db")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(StoreError, match=f"{tmp_path}/a/b: the folder"):
        open_database(f"sqlite:///{tmp_path}/a/b/grav.db")


SETTINGS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


@pytest.mark.anyio
@pytest.mark.parametrize(("setting", "value"), SETTINGS.items())
async def test_sqlite_connections_are_configured_for_durability(
    sqlite_url: str, setting: str, value: str | int
) -> None:
    database = open_database(sqlite_url)
    pragma = text(f"PRAGMA {setting}")
    assert await database.write(lambda connection: connection.scalar(pragma)) == value
    async with database.reading() as reader:
        assert await reader.scalar(pragma) == value
    async with database.writing() as writer:
        assert await writer.scalar(pragma) == value
    await database.close()


@pytest.mark.anyio
async def test_a_committed_write_is_visible_to_other_connections(
    database: Database, database_url: str
) -> None:
    async with database.writing() as connection:
        await connection.run_sync(put_deadline, "a")
    await database.write(lambda connection: put_deadline(connection, "b"))
    other = open_database(database_url)
    assert await games_in(other) == {"a", "b"}
    await other.close()


@pytest.mark.anyio
async def test_an_exception_in_the_block_rolls_back(database: Database) -> None:
    def work(connection: Connection) -> None:
        put_deadline(connection, "a")
        raise KeyError

    with pytest.raises(KeyError):
        await database.write(work)
    with pytest.raises(KeyError):
        async with database.writing() as connection:
            await connection.run_sync(work)
    assert await games_in(database) == set()


@pytest.mark.anyio
async def test_errors_in_the_data_are_raised_as_such(database: Database) -> None:
    await database.write(put_deadline)
    with pytest.raises(IntegrityError):
        await database.write(put_deadline)
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.run_sync(put_deadline)


@pytest.mark.anyio
async def test_sqlite_enforces_foreign_keys(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    with pytest.raises(IntegrityError):
        await database.write(
            lambda connection: connection.execute(
                text("INSERT INTO seats (game, seat) VALUES ('nowhere', 0)")
            )
        )
    await database.close()


@pytest.mark.anyio
async def test_reads_of_one_block_see_one_snapshot_of_sqlite(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    count = select(func.count()).select_from(deadlines)
    async with database.reading() as connection:
        assert await connection.scalar(count) == 0
        await database.write(put_deadline)  # readers do not block writers
        assert await connection.scalar(count) == 0
    assert await games_in(database) == {"g"}
    await database.close()


@pytest.mark.anyio
async def test_writers_to_sqlite_take_turns(sqlite_url: str) -> None:
    """Each reads and then writes: interleaved, one of the updates would be lost."""
    database = open_database(sqlite_url, lock_timeout=0)
    add = text("UPDATE deadlines SET due = :due WHERE game = 'g'")
    read = select(deadlines.c.due)
    await database.write(put_deadline)

    def work(connection: Connection) -> None:
        connection.execute(add, {"due": (connection.scalar(read) or 0) + 1})

    async def write_slowly() -> None:
        async with database.writing() as connection:
            due = await connection.scalar(read) or 0
            await asyncio.sleep(0)
            await connection.execute(add, {"due": due + 1})

    await asyncio.gather(
        *(each for _ in range(10) for each in (database.write(work), write_slowly()))
    )
    assert await database.write(lambda connection: connection.scalar(read)) == 20
    await database.close()


@pytest.mark.anyio
async def test_a_locked_sqlite_file_is_unavailable_until_it_is_released(
    sqlite_url: str,
) -> None:
    database = open_database(sqlite_url, lock_timeout=0.01)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        await database.write(put_deadline)
    with pytest.raises(StoreUnavailable):
        async with database.writing() as connection:
            await connection.run_sync(put_deadline)
    assert await games_in(database) == set()  # reading takes no lock
    other.execute("ROLLBACK")
    other.close()
    await database.write(put_deadline)
    assert await games_in(database) == {"g"}
    await database.close()


@pytest.mark.anyio
async def test_a_locked_sqlite_file_is_waited_for_only_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(sqlite_url, lock_timeout=0.01)
    await database.execute([DELETE_DEADLINE])
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def fail(_: object) -> None:
        pytest.fail("it is tried once more")

    with monkeypatch.context() as patched:
        patched.setattr(database, "write", fail)
        with pytest.raises(StoreUnavailable) as caught:
            await database.execute([DELETE_DEADLINE])
    failures = [database.writes.failure]
    other.close()
    await database.execute([DELETE_DEADLINE])
    failures.append(database.writes.failure)
    assert failures == [caught.value, None]
    await database.close()


@pytest.mark.anyio
async def test_the_event_loop_runs_during_the_wait_for_the_disk(database: Database) -> None:
    done: list[int] = []
    await database.execute([DELETE_DEADLINE])  # opens the connection first
    for each in range(3):
        await database.execute([DELETE_DEADLINE], lambda: done.append(threading.get_ident()))
        assert done == [threading.get_ident()] * (each + 1)


@pytest.mark.anyio
async def test_an_unreachable_server_is_unavailable_and_its_password_is_not_shown() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    database = open_database(f"postgresql://u:secret@127.0.0.1:{port}/d")
    with pytest.raises(StoreUnavailable) as caught:
        await games_in(database)
    assert isinstance(caught.value.__cause__, OSError)
    assert "secret" not in "".join(traceback.format_exception(caught.value))
    assert "secret" not in repr(database.engine)
    await database.close()


@pytest.mark.anyio
async def test_errors_do_not_show_the_data(database: Database) -> None:
    await database.write(put_deadline)
    with pytest.raises(IntegrityError) as caught:
        await database.write(lambda connection: put_deadline(connection, due=987_654))
    assert "INSERT INTO deadlines" in str(caught.value)
    assert "987654" not in str(caught.value)
