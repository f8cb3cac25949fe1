"""Database connections: opening, reading, and writing one transaction at a time.

Knows nothing of what is stored. The two kinds of databases are in `sqlite.py` and `postgres.py`.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from grav.server.store.database_urls import StoreError, database_url
from grav.text import GravError

__all__ = ["CommitUnsure", "Database", "StoreError", "StoreUnavailable", "open_database"]

Result = TypeVar("Result")

LOCK_TIMEOUT = 10.0
READING = "grav_reading"
"""The execution option of connections that only read."""


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
        async with self._connected(self.engine.execution_options(**{READING: True})) as connection:
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


def open_database(url: str, *, lock_timeout: float = LOCK_TIMEOUT) -> Database:
    """Returns the database of a URL, which connects on first use; raises StoreError if the URL or
    its driver cannot be used.

    `lock_timeout`: seconds to wait for another process that writes to the same SQLite file.
    """
    parsed = database_url(url)
    if parsed.get_backend_name() == "sqlite":
        from grav.server.store.sqlite import Sqlite  # it builds on what is declared here

        return Sqlite(parsed, lock_timeout)
    try:
        from grav.server.store.postgres import (
            Postgres,  # its driver is an optional dependency
        )

        return Postgres(parsed)
    except ModuleNotFoundError as error:
        raise StoreError("store.driver", module=error.name) from error


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
