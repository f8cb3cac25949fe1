"""Database connections: opening, reading, and writing one transaction at a time.

Implements SQLite, and knows nothing of what is stored in it; PostgreSQL is in `postgres.py`.
"""

import asyncio
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from grav.server.store.database_urls import StoreError, database_url
from grav.text import GravError

__all__ = ["CommitUnsure", "Database", "StoreError", "StoreUnavailable", "open_database"]

Result = TypeVar("Result")

LOCK_TIMEOUT = 10.0
_READING = "grav_reading"
_PRIMARY = 0xFF
"""Mask that takes the primary result code out of an extended error code of SQLite."""


class Statement(NamedTuple):
    """SQL in the dialect of its database, and the one parameter that it takes."""

    text: str
    value: str
    builds_on_others: bool = False
    """Whether it must run after those before it. All others concern different rows."""


class StoreUnavailable(GravError):
    """The database did not carry out a request; its own error is in `__cause__`.

    Nothing is half written. If it failed during the COMMIT, the whole transaction may be written.
    """

    code = "unavailable"

    def __init__(self) -> None:
        super().__init__("store.unavailable")


class CommitUnsure(StoreUnavailable):
    """A COMMIT was not acknowledged: all of the transaction is written, or nothing."""


@dataclass(slots=True)
class Writes:
    """The outcome of the latest write."""

    failure: StoreUnavailable | None = None
    """Why it failed; None if it succeeded."""
    worked: float = float("-inf")
    """When a write last succeeded, by the monotonic clock."""
    on_outcome: Callable[[StoreUnavailable | None], None] = lambda _: None
    """Callback: gets the failure, or None, of every write before it is stored here."""

    def record(self, failure: StoreUnavailable | None) -> None:
        self.on_outcome(failure)
        self.failure = failure
        if failure is None:
            self.worked = time.monotonic()


class Database(ABC):
    """A database of either kind. Errors in the data that is written are raised as the library
    raises them (such as `IntegrityError`); all others become StoreUnavailable, and the next call
    starts afresh.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.kind = engine.dialect.name
        """`sqlite` or `postgresql`."""
        self.writes = Writes()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Yields a connection to read with; on SQLite all its reads see one snapshot."""
        async with self._connected(self.engine.execution_options(**{_READING: True})) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Yields a connection to write with: commits at the end of the block, and rolls back if it
        raises.

        Nothing else may be written within the block: on SQLite that would deadlock.
        """
        with self._recording():
            async with self._connected(self.engine) as connection:
                yield connection
                with self._committing():
                    await connection.commit()

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        with translating_errors():
            async with engine.connect() as connection:
                try:
                    yield connection
                except (StoreUnavailable, DBAPIError) as error:
                    if not is_data_error(error):
                        await connection.invalidate()  # the next call gets a new one
                    raise

    @contextmanager
    def _recording(self) -> Iterator[None]:
        try:
            yield
        except StoreUnavailable as error:
            self.writes.record(error)
            raise
        self.writes.record(None)

    @contextmanager
    def _committing(self) -> Iterator[None]:
        """Wraps the COMMIT. Overridden where a failed COMMIT may have been written all the same."""
        with translating_errors():
            yield

    @abstractmethod
    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Runs `work` in one transaction and commits it: the fastest way to write."""

    async def execute(
        self,
        statements: Sequence[Statement],
        meanwhile: Callable[[], None] = lambda: None,  # noqa: ARG002 - not every way has the time
    ) -> None:
        """Runs statements in one transaction. Where the implementation supports it, the event loop
        calls `meanwhile` during the wait for the disk."""

        def work(connection: Connection) -> None:
            for each in statements:
                connection.exec_driver_sql(each.text, (each.value,))

        await self.write(work)

    async def close(self) -> None:
        await self.engine.dispose()


class Sqlite(Database):
    """SQLite. One writer at a time in this process, first come first served: SQLite itself has no
    queue.

    `write` runs in a thread of its own. Switching there and back for every statement, as `writing`
    does, costs a turn of a busy event loop each time.

    A COMMIT is a call within this process and always returns: one that fails, because the disk is
    full or broken, is rolled back when its connection is closed, so its outcome is always known.
    """

    def __init__(self, url: URL, lock_timeout: float) -> None:
        options = {"timeout": lock_timeout}
        super().__init__(create_async_engine(url, hide_parameters=True, connect_args=options))
        _configure(self.engine.sync_engine)
        sync_url = url.set(drivername="sqlite")
        self._writer = create_engine(sync_url, hide_parameters=True, connect_args=options)
        _configure(self._writer)
        _enable_wal(self._writer, lock_timeout)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="grav-store")
        self._connection: Connection | None = None
        """The writer thread's connection, reused by every transaction; None: not opened yet, or it
        has failed."""
        self._write_lock = asyncio.Lock()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._write_lock, super().writing() as connection:
            yield connection

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        async with self._write_lock:
            loop = asyncio.get_running_loop()
            with self._recording():
                return await loop.run_in_executor(self._thread, self._transact, work)

    async def execute(
        self, statements: Sequence[Statement], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        async with self._write_lock:
            loop = asyncio.get_running_loop()
            committing = partial(loop.call_soon_threadsafe, meanwhile)
            try:
                is_written = await loop.run_in_executor(
                    self._thread, self._execute, statements, committing
                )
            except StoreUnavailable as error:
                self.writes.record(error)
                raise
            if is_written:
                self.writes.record(None)
                return
        await super().execute(statements)  # connects first, or raises SQLAlchemy's error

    def _execute(self, statements: Sequence[Statement], committing: Callable[[], object]) -> bool:
        """Runs statements on the driver without SQLAlchemy, which takes a third of the time.

        False: nothing was written.
        """
        if self._connection is None:
            return False
        driver = cast("sqlite3.Connection", self._connection.connection.driver_connection)
        try:
            driver.execute("BEGIN IMMEDIATE")
            for each in statements:
                driver.execute(each.text, (each.value,))
            committing()  # only now: the loop would compete with this thread for the GIL
            driver.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back(driver)
            if error.sqlite_errorcode & _PRIMARY in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise StoreUnavailable from error  # the wait for the lock timed out
            return False
        return True

    def _roll_back(self, driver: sqlite3.Connection) -> None:
        try:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
        except sqlite3.Error:  # closing the connection rolls back, too
            assert self._connection is not None
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _transact(self, work: Callable[[Connection], Result]) -> Result:
        with translating_errors():
            if self._connection is None:
                self._connection = self._writer.connect()
            connection = self._connection
            try:
                result = work(connection)
                with self._committing():
                    connection.commit()
            except BaseException as error:
                if isinstance(error, (StoreUnavailable, DBAPIError)) and not is_data_error(error):
                    connection.invalidate()
                    self._connection = None
                connection.close() if self._connection is None else connection.rollback()
                raise
            return result

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._writer.dispose()

    async def close(self) -> None:
        async with self._write_lock:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown()
        await super().close()


def open_database(url: str, *, lock_timeout: float = LOCK_TIMEOUT) -> Database:
    """Returns the database of a URL, which connects on first use; raises StoreError if the URL or
    its driver cannot be used.

    `lock_timeout`: seconds to wait for another process that writes to the same SQLite file.
    """
    parsed = database_url(url)
    if parsed.get_backend_name() == "sqlite":
        return Sqlite(parsed, lock_timeout)
    try:
        from grav.server.store.postgres import (
            Postgres,  # its driver is an optional dependency
        )

        return Postgres(parsed)
    except ModuleNotFoundError as error:
        raise StoreError("store.driver", module=error.name) from error


def _configure(engine: Engine) -> None:
    """Configures connections: durable commits, foreign keys, and an explicit BEGIN, since the
    driver would begin transactions late, or not for all statements."""

    @event.listens_for(engine, "connect")
    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and then writes can fail without waiting for the lock, so
        # writers take the write lock at the start.
        reads = connection.get_execution_options().get(_READING)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _enable_wal(engine: Engine, timeout: float) -> None:
    """Turns on the write-ahead log (WAL), so that readers and the writer do not block each other.

    The file stores this mode. If several processes set it on a new file at once, SQLite lets some
    fail without waiting: they retry, and find it set.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        end = time.monotonic() + timeout
        cursor = connection.cursor()
        while True:
            try:
                cursor.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError:
                if time.monotonic() >= end:
                    raise
            time.sleep(0.01)
        cursor.close()


def is_data_error(error: Exception) -> bool:
    """Whether the error is in the data to be written, and not in the database."""
    if isinstance(error, (IntegrityError, DataError, ProgrammingError)):
        return True
    state = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    return isinstance(error, DBAPIError) and state.startswith("22")  # class 22: data exceptions


@contextmanager
def translating_errors() -> Iterator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeoutError, OSError) as error:
        if is_data_error(error):
            raise
        raise StoreUnavailable from error
