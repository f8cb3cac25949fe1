"""The `Database` for SQLite: one writer, in a thread of its own."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from grav.server.store.engine import (
    READING,
    Database,
    Result,
    Statement,
    StoreUnavailable,
    is_data_error,
    translating_errors,
)

_PRIMARY = 0xFF
"""Mask that takes the primary result code out of an extended error code of SQLite."""


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
        reads = connection.get_execution_options().get(READING)
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
