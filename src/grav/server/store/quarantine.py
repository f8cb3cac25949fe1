"""Quarantine: games that cannot be read, with the reason, until they are released."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from grav.server.store.engine import Database
from grav.server.store.schema import quarantine

MAX_ERROR = 8_000
"""Characters of an error that are stored: its end, which says what was wrong."""


@dataclass(frozen=True, slots=True)
class Quarantined:
    game: str
    at: int
    """When it was first found, in milliseconds since 1970."""
    error: str


class QuarantineStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        insert = (sqlite if database.kind == "sqlite" else postgresql).insert(quarantine)
        self._put = insert.on_conflict_do_nothing(index_elements=[quarantine.c.game])

    async def put(self, game: str, at: int, error: str) -> None:
        """Puts a game into quarantine; an earlier entry for it stays unchanged."""
        row = {"game": game, "at": at, "error": error[-MAX_ERROR:]}

        def work(connection: Connection) -> None:
            connection.execute(self._put, row)

        await self._database.write(work)

    async def release(self, game: str) -> bool:
        """Releases a game; False if it was not in quarantine."""

        def work(connection: Connection) -> bool:
            found = connection.execute(delete(quarantine).where(quarantine.c.game == game))
            return found.rowcount > 0

        return await self._database.write(work)

    async def games(self) -> frozenset[str]:
        async with self._database.reading() as connection:
            return frozenset(await connection.scalars(select(quarantine.c.game)))

    async def all(self) -> list[Quarantined]:
        """Returns all entries, the earliest first."""
        found = select(quarantine).order_by(quarantine.c.at, quarantine.c.game)
        async with self._database.reading() as connection:
            rows = await connection.execute(found)
            return [Quarantined(row.game, row.at, row.error) for row in rows]
