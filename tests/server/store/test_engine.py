"""Which URLs name a database, and what may be relied on when reading and writing."""

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
from tests.every import every

from grav.server.store import Database, StoreError, StoreUnavailable, open_database
from grav.server.store.engine import Statement
from grav.server.store.schema import deadlines
from grav.server.store.urls import database_url as read_url


def put(connection: Connection, game: str = "g", due: int = 0) -> None:
    connection.execute(insert(deadlines).values(game=game, due=due))


PUT = Statement("DELETE FROM deadlines WHERE game = $1", "g")
"""As both databases write it."""


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
def test_a_url_may_be_written_in_the_usual_ways(written: str, read: str) -> None:
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
def test_a_url_that_names_no_database_is_refused_and_not_told(url: str, key: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_database(url)
    assert caught.value.text.key == key
    told = [str(caught.value), *traceback.format_exception_only(caught.value)]
    assert caught.value.__cause__ is None
    assert "secret" not in "".join(told)


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"asyncpg is not installed.*grav\[scale\]"):
        open_database("postgresql://h/d")


def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path}/a/b/grav.db")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(StoreError, match=f"{tmp_path}/a/b: the folder"):
        open_database(f"sqlite:///{tmp_path}/a/b/grav.db")


SETTINGS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


@pytest.mark.anyio
@pytest.mark.parametrize(("setting", "value"), SETTINGS.items())
async def test_sqlite_is_set_to_lose_nothing(
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
async def test_what_was_written_is_there(database: Database, database_url: str) -> None:
    async with database.writing() as connection:
        await connection.run_sync(put, "a")
    await database.write(lambda connection: put(connection, "b"))
    other = open_database(database_url)
    assert await games_in(other) == {"a", "b"}
    await other.close()


@pytest.mark.anyio
async def test_nothing_is_written_if_the_block_raises(database: Database) -> None:
    def work(connection: Connection) -> None:
        put(connection, "a")
        raise KeyError

    with pytest.raises(KeyError):
        await database.write(work)
    with pytest.raises(KeyError):
        async with database.writing() as connection:
            await connection.run_sync(work)
    assert await games_in(database) == set()


@pytest.mark.anyio
async def test_errors_that_blame_what_was_written_are_told_as_such(database: Database) -> None:
    await database.write(put)
    with pytest.raises(IntegrityError):
        await database.write(put)
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.run_sync(put)


@pytest.mark.anyio
async def test_sqlite_holds_to_its_foreign_keys(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    with pytest.raises(IntegrityError):
        await database.write(
            lambda connection: connection.execute(
                text("INSERT INTO seats (game, seat) VALUES ('nowhere', 0)")
            )
        )
    await database.close()


@pytest.mark.anyio
async def test_all_that_is_read_from_sqlite_together_is_of_one_moment(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    count = select(func.count()).select_from(deadlines)
    async with database.reading() as connection:
        assert await connection.scalar(count) == 0
        await database.write(put)  # who reads holds nobody up
        assert await connection.scalar(count) == 0
    assert await games_in(database) == {"g"}
    await database.close()


@pytest.mark.anyio
async def test_those_who_write_to_sqlite_take_turns(sqlite_url: str) -> None:
    """Each reads and then writes: a turn that began before another ended would be lost."""
    database = open_database(sqlite_url, lock_wait=0)
    add = text("UPDATE deadlines SET due = :due WHERE game = 'g'")
    read = select(deadlines.c.due)
    await database.write(put)

    def work(connection: Connection) -> None:
        connection.execute(add, {"due": (connection.scalar(read) or 0) + 1})

    async def slowly() -> None:
        async with database.writing() as connection:
            due = await connection.scalar(read) or 0
            await asyncio.sleep(0)
            await connection.execute(add, {"due": due + 1})

    await asyncio.gather(*(each for _ in range(10) for each in (database.write(work), slowly())))
    assert await database.write(lambda connection: connection.scalar(read)) == 20
    await database.close()


@pytest.mark.anyio
async def test_a_file_that_another_process_holds_is_unavailable_until_it_lets_go(
    sqlite_url: str,
) -> None:
    database = open_database(sqlite_url, lock_wait=0.01)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        await database.write(put)
    with pytest.raises(StoreUnavailable):
        async with database.writing() as connection:
            await connection.run_sync(put)
    assert await games_in(database) == set()  # to read needs no lock
    other.execute("ROLLBACK")
    other.close()
    await database.write(put)
    assert await games_in(database) == {"g"}
    await database.close()


@pytest.mark.anyio
async def test_a_file_that_another_process_holds_is_waited_for_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(sqlite_url, lock_wait=0.01)
    await database.execute([PUT])
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def again(_: object) -> None:
        pytest.fail("it is tried once more")

    with monkeypatch.context() as patched:
        patched.setattr(database, "write", again)
        with pytest.raises(StoreUnavailable) as caught:
            await database.execute([PUT])
    failures = [database.writes.failure]
    other.close()
    await database.execute([PUT])
    failures.append(database.writes.failure)
    assert failures == [caught.value, None]
    await database.close()


@pytest.mark.anyio
async def test_the_loop_works_while_the_disk_is_waited_for(database: Database) -> None:
    done: list[int] = []
    await database.execute([PUT])  # a connection is there only from now on
    for each in range(3):
        await database.execute([PUT], lambda: done.append(threading.get_ident()))
        assert done == [threading.get_ident()] * (each + 1)


@pytest.mark.anyio
async def test_a_server_that_is_not_there_is_unavailable_and_its_password_is_not_told() -> None:
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
async def test_errors_do_not_tell_what_was_to_be_written(database: Database) -> None:
    await database.write(put)
    with pytest.raises(IntegrityError) as caught:
        await database.write(lambda connection: put(connection, due=987_654))
    assert "INSERT INTO deadlines" in str(caught.value)
    assert "987654" not in str(caught.value)
