"""Leases for the thinking of bots: only one of all processes works on a question.

A lease is not a lock: it only saves work. It expires if its process dies or stalls, and the journal
still decides whose answer counts.
"""

from sqlalchemy import ColumnElement, Connection, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from grav.server.store.engine import Database
from grav.server.store.schema import leases


class Leases:
    def __init__(self, database: Database, holder: str) -> None:
        """`holder` identifies this process among all of them."""
        self._database = database
        self._holder = holder
        self._dialect = sqlite if database.kind == "sqlite" else postgresql

    async def take(self, game: str, seat: int, question: str, now: int, until: int) -> int | None:
        """Takes or extends the lease, and returns None. If another process holds it for this
        question, returns when that lease expires."""
        insert = self._dialect.insert(leases).values(
            game=game, seat=seat, question=question, holder=self._holder, until=until
        )
        take = insert.on_conflict_do_update(
            index_elements=list(leases.primary_key),
            set_={"question": question, "holder": self._holder, "until": until},
            where=or_(
                leases.c.holder == self._holder,
                leases.c.question != question,  # the game has moved on from that question
                leases.c.until <= now,
            ),
        )
        held = select(leases.c.holder, leases.c.until).where(*_at(game, seat))

        def work(connection: Connection) -> int | None:
            connection.execute(take)
            holder, held_until = connection.execute(held).one()
            return None if holder == self._holder else int(held_until)

        return await self._database.write(work)

    async def release(self, game: str, seat: int, question: str) -> None:
        """Releases the lease if this process still holds it for this question: it may already have
        begun to think about the next one."""
        mine = delete(leases).where(
            *_at(game, seat), leases.c.holder == self._holder, leases.c.question == question
        )

        def work(connection: Connection) -> None:
            connection.execute(mine)

        await self._database.write(work)

    async def sweep(self, now: int) -> int:
        """Deletes expired leases (of processes that died, at tables nobody came back to), and
        returns how many."""
        old = delete(leases).where(leases.c.until <= now)

        def work(connection: Connection) -> int:
            return connection.execute(old).rowcount

        return await self._database.write(work)


def _at(game: str, seat: int) -> tuple[ColumnElement[bool], ...]:
    return leases.c.game == game, leases.c.seat == seat
