"""Checks that the database accepts writes, by writing to a row that exists for this purpose."""

import asyncio
import time

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from grav.server.store.engine import Database, StoreUnavailable
from grav.server.store.schema import heartbeat

FRESH_SECONDS = 5.0
"""A write that succeeded so recently shows that writing works: no attempt is made."""
_ROW = 1


class WriteProbe:
    def __init__(self, database: Database) -> None:
        self._database = database
        insert = (sqlite if database.kind == "sqlite" else postgresql).insert(heartbeat)
        self._upsert = insert.on_conflict_do_update(
            index_elements=[heartbeat.c.id], set_={"at": insert.excluded.at}
        )
        self._attempt: asyncio.Task[bool] | None = None

    async def is_writable(self) -> bool:
        """Whether the database accepts writes. Concurrent callers share one attempt, which goes on
        if one of them is cancelled."""
        writes = self._database.writes
        if writes.failure is None and time.monotonic() - writes.worked < FRESH_SECONDS:
            return True
        if self._attempt is None:
            self._attempt = asyncio.create_task(self._try_to_write())
        return await asyncio.shield(self._attempt)

    async def _try_to_write(self) -> bool:
        try:
            await self._database.write(self._write)
        except (StoreUnavailable, DBAPIError):  # DBAPIError: the tables are missing
            return False
        finally:
            self._attempt = None
        return True

    def _write(self, connection: Connection) -> None:
        connection.execute(self._upsert, {"id": _ROW, "at": time.time_ns() // 1_000_000})
