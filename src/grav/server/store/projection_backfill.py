"""Backfill of the projection, for games that were stored before there was one."""

from sqlalchemy import Connection, select, update

from grav.server.store.engine import Database
from grav.server.store.games import RUNNING
from grav.server.store.schema import games, heads, quarantine


class ProjectionBackfill:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_unfilled(self, limit: int, after: str = "") -> list[str]:
        """Returns running games for which it is not known whom they wait for, sorted by id.

        `after`: the last id of the page before. Games in quarantine are left out: they do not fold.
        """
        found = (
            select(heads.c.game)
            .join(games, games.c.id == heads.c.game)
            .where(games.c.stage.in_(RUNNING), heads.c.waiting.is_(None), heads.c.game > after)
            .where(heads.c.game.not_in(select(quarantine.c.game)))
            .order_by(heads.c.game)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return list(await connection.scalars(found))

    async def fill(self, game: str, number: int, waiting: int) -> None:
        """Stores whom a game waits for after a number; does nothing if it has gone on since."""
        same = (heads.c.game == game, heads.c.number == number, heads.c.waiting.is_(None))

        def work(connection: Connection) -> None:
            connection.execute(update(heads).where(*same).values(waiting=waiting))

        await self._database.write(work)
