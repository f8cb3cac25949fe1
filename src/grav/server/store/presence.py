"""When people were last seen at tables: for seats whose players are absent."""

from collections.abc import Collection

from sqlalchemy import Connection, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from grav.server.store.engine import Database
from grav.server.store.games import ENDED
from grav.server.store.schema import games, presence, seats

MAX_SWEPT = 1_000
"""Rows deleted in one transaction: few enough not to hold up other writers."""


class PresenceStore:
    """A stored time never decreases."""

    def __init__(self, database: Database) -> None:
        self._database = database
        insert = (sqlite if database.kind == "sqlite" else postgresql).insert(presence)
        later = insert.excluded.seen > presence.c.seen
        self._see = insert.on_conflict_do_update(
            index_elements=list(presence.primary_key),
            set_={"seen": insert.excluded.seen},
            where=later,
        )

    async def store_seen(self, there: Collection[tuple[str, str]], now: int) -> None:
        """Stores that each of these (game, person) pairs was seen now."""
        # Lock order: all processes write rows in the same order, so that they cannot deadlock.
        rows = [{"game": game, "person": person, "seen": now} for game, person in sorted(there)]

        def work(connection: Connection) -> None:
            connection.execute(self._see, rows)

        if rows:
            await self._database.write(work)

    async def last_seen(self, game: str, person: str) -> int | None:
        """Returns when the person was last seen at the table; None: never."""
        found = select(presence.c.seen).where(presence.c.game == game, presence.c.person == person)
        async with self._database.reading() as connection:
            return await connection.scalar(found)

    async def sweep(self) -> int:
        """Deletes rows that nobody will read: those of tables that are over, closed or missing, and
        of people without a seat there. Deletes a limited number and returns it: call until 0."""
        sits = (
            select(seats.c.game)
            .join(games, games.c.id == seats.c.game)
            .where(games.c.stage.not_in(ENDED))
            .where(seats.c.game == presence.c.game, seats.c.person == presence.c.person)
        )
        key = tuple_(presence.c.game, presence.c.person)
        needless = select(presence.c.game, presence.c.person).where(~sits.exists())
        sweep = delete(presence).where(key.in_(needless.limit(MAX_SWEPT)))

        def work(connection: Connection) -> int:
            return connection.execute(sweep).rowcount

        return await self._database.write(work)
