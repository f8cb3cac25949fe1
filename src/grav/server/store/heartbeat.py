"""Whether anything can be written: a row that is there to try it with."""

import asyncio
import time

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from grav.server.store.engine import Database, StoreUnavailable
from grav.server.store.schema import heartbeat

FRESH_SECONDS = 5.0
"""What was written so short a time ago shows that writing works, and nothing is tried."""
_ROW = 1


class Heartbeat:
    def __init__(self, database: Database) -> None:
        self._database = database
        insert = (sqlite if database.kind == "sqlite" else postgresql).insert(heartbeat)
        self._upsert = insert.on_conflict_do_update(
            index_elements=[heartbeat.c.id], set_={"at": insert.excluded.at}
        )
        self._beating: asyncio.Task[bool] | None = None

    async def beats(self) -> bool:
        """Can the database be written to? Who gives up waiting leaves the attempt to those who ask
        meanwhile: there is never more than one."""
        writes = self._database.writes
        if writes.failure is None and time.monotonic() - writes.worked < FRESH_SECONDS:
            return True
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat())
        return await asyncio.shield(self._beating)

    async def _beat(self) -> bool:
        try:
            await self._database.write(self._write)
        except (StoreUnavailable, DBAPIError):  # the latter, where the tables are not there
            return False
        finally:
            self._beating = None
        return True

    def _write(self, connection: Connection) -> None:
        connection.execute(self._upsert, {"id": _ROW, "at": time.time_ns() // 1_000_000})
