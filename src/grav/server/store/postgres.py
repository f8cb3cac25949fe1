"""The `Database` for PostgreSQL, by SQLAlchemy and asyncpg."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import cast

import asyncpg
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from grav.server.store.engine import (
    CommitUnsure,
    Database,
    Result,
    Statement,
    StoreUnavailable,
    is_data_error,
    translating_errors,
)

_DATA_ERRORS = (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError)
"""Errors in the data to be written; the connection is still good."""


class Postgres(Database):
    def __init__(self, url: URL) -> None:
        super().__init__(create_async_engine(url, hide_parameters=True, pool_pre_ping=True))
        self._reserved: AsyncConnection | None = None
        """The connection reserved for `execute`; None: not opened yet, or it has failed."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        async with self.writing() as connection:
            return await connection.run_sync(work)

    async def execute(
        self, statements: Sequence[Statement], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Runs them as one statement, which is a transaction by itself: one round trip, instead of
        one for each step of a transaction and one to check the connection."""
        if any(each.builds_on_others for each in statements):
            await super().execute(statements)
            return
        try:
            with self._recording():
                await self._execute(statements, meanwhile)
        except asyncpg.UniqueViolationError:
            raise  # as a rule another process was first: nothing is wrong with the data itself
        except _DATA_ERRORS:
            await super().execute(statements)  # raises SQLAlchemy's error

    async def _execute(
        self, statements: Sequence[Statement], meanwhile: Callable[[], None]
    ) -> None:
        text = _as_one(tuple([each.text for each in statements]))
        driver = await self._driver()
        asyncio.get_running_loop().call_soon(meanwhile)
        try:
            await driver.execute(text, *[each.value for each in statements])
        except _DATA_ERRORS:
            raise
        except BaseException as error:
            await self._disconnect()
            if not isinstance(error, Exception):
                raise
            answered = isinstance(error, asyncpg.PostgresError)
            if answered and not isinstance(error, asyncpg.PostgresConnectionError):
                raise StoreUnavailable from error
            raise CommitUnsure from error  # the connection broke; the driver's error for it varies

    async def _driver(self) -> "asyncpg.Connection[asyncpg.Record]":
        """Returns asyncpg's own connection; connects if there is none or it is closed."""
        if self._reserved is not None:
            raw = await self._reserved.get_raw_connection()
            driver = cast("asyncpg.Connection[asyncpg.Record]", raw.driver_connection)
            if not driver.is_closed():
                return driver
            await self._disconnect()
        with translating_errors():
            self._reserved = await self.engine.connect()
            raw = await self._reserved.get_raw_connection()
        return cast("asyncpg.Connection[asyncpg.Record]", raw.driver_connection)

    async def _disconnect(self) -> None:
        """Drops the connection; the next call opens a new one."""
        reserved, self._reserved = self._reserved, None
        if reserved is not None:
            with suppress(DBAPIError, OSError):
                await reserved.invalidate()
                await reserved.close()

    async def close(self) -> None:
        if self._reserved is not None:
            await self._reserved.close()
        await super().close()

    @contextmanager
    def _committing(self) -> Iterator[None]:
        """Raises CommitUnsure: the server may have received the COMMIT though no answer came."""
        try:
            yield
        except (DBAPIError, OSError) as error:
            if is_data_error(error):
                raise
            raise CommitUnsure from error


@cache
def _as_one(texts: tuple[str, ...]) -> str:
    """Combines statements, each with a parameter of its own, into one with CTEs. PostgreSQL runs
    CTEs in any order, so the main query reads the first: it is complete before the others begin."""
    first, *others = (text.replace("$1", f"${n}") for n, text in enumerate(texts, start=1))
    parts = [f"{first} RETURNING 1", *others]
    named = ", ".join(f"s{n} AS ({part})" for n, part in enumerate(parts, start=1))
    return f"WITH {named} SELECT count(*) FROM s1"
