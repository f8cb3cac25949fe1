"""Lists of tables, who sits where, who was seen last. Reads what the journal wrote of them.

Knows the names of the stages, and nothing else of what happens at a table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, delete, func, select, true, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from grav.server.store.engine import Database
from grav.server.store.entries import SHOWN, SeatRow, Summary
from grav.server.store.schema import events, games, heads, people, presence, seats

OPEN = frozenset({"gathering"})
RUNNING = frozenset({"settling", "playing"})
ENDED = frozenset({"over", "closed"})
SWEPT_AT_ONCE = 1_000
"""Rows that are deleted in one transaction: others have to write, too."""

Cursor = tuple[int, str]
"""Where a list goes on: `changed` and the id of the last game that was shown."""


@dataclass(frozen=True, slots=True)
class Listed:
    game: str
    summary: Summary

    @property
    def cursor(self) -> Cursor:
        return self.summary.changed, self.game


@dataclass(frozen=True, slots=True)
class Statistics:
    people: int
    """Accounts that are not deleted."""
    guests: int
    games: dict[str, int]
    """Tables of each stage."""
    events: int


class Games:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_tables(self, limit: int) -> list[Listed]:
        """Public tables that gather players; those where something happened last come first."""
        return await self._list(limit, games.c.public, games.c.stage.in_(OPEN))

    async def running(self, limit: int) -> list[Listed]:
        """Public tables that are being settled or played, in the same order."""
        return await self._list(limit, games.c.public, games.c.stage.in_(RUNNING))

    async def of_person(
        self,
        person: str,
        before: Cursor | None,
        limit: int,
        stages: Collection[str] | None = None,
    ) -> list[Listed]:
        """Tables where a person has a seat, in the same order; `before` goes on from a list."""
        theirs = select(seats.c.game).where(seats.c.person == person)
        place = tuple_(games.c.changed, games.c.id)
        return await self._list(
            limit,
            games.c.id.in_(theirs),
            true() if before is None else place < before,
            true() if stages is None else games.c.stage.in_(stages),
        )

    async def waiting_for(self, person: str, limit: int) -> list[Listed]:
        """Running tables that wait for a person, in the same order."""
        bit = heads.c.waiting.bitwise_rshift(seats.c.seat).bitwise_and(1)
        theirs = (
            select(seats.c.game)
            .join(heads, heads.c.game == seats.c.game)
            .where(seats.c.person == person, ~seats.c.kept, bit == 1)
        )
        return await self._list(limit, games.c.id.in_(theirs), games.c.stage.in_(RUNNING))

    async def summary(self, game: str) -> Summary | None:
        """What lists show of a table; None if there is no such table."""
        found = await self._list(1, games.c.id == game)
        return found[0].summary if found else None

    async def seats_of(self, game: str) -> tuple[SeatRow, ...]:
        async with self._database.reading() as connection:
            return (await _seats(connection, [game])).get(game, ())

    async def statistics(self) -> Statistics:
        """Counts for those who run the server."""
        named = people.c.name.is_not(None)
        living = select(func.count()).where(people.c.deleted.is_(False))
        stages = select(games.c.stage, func.count()).group_by(games.c.stage)
        async with self._database.reading() as connection:
            counted = await connection.execute(stages)
            return Statistics(
                people=await connection.scalar(living.where(named)) or 0,
                guests=await connection.scalar(living.where(~named)) or 0,
                games=dict(counted.all()),
                events=await connection.scalar(select(func.count()).select_from(events)) or 0,
            )

    async def _list(self, limit: int, *conditions: ColumnElement[bool]) -> list[Listed]:
        found = (
            select(games)
            .where(*conditions)
            .order_by(games.c.changed.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(found)).mappings().all()
            seated = await _seats(connection, [row["id"] for row in rows])
        return [
            Listed(game, Summary(seats=seated.get(game, ()), **shown))
            for game, shown in ((row["id"], {name: row[name] for name in SHOWN}) for row in rows)
        ]


async def _seats(connection: AsyncConnection, of: Sequence[str]) -> dict[str, tuple[SeatRow, ...]]:
    if not of:
        return {}
    found = select(seats).where(seats.c.game.in_(of)).order_by(seats.c.game, seats.c.seat)
    rows = await connection.execute(found)
    return {
        game: tuple(SeatRow(row.seat, row.person, row.level, row.kept) for row in those)
        for game, those in groupby(rows, key=lambda row: row.game)
    }


class Presence:
    """When people were last at a table. It never goes back."""

    def __init__(self, database: Database) -> None:
        self._database = database
        insert = (sqlite if database.kind == "sqlite" else postgresql).insert(presence)
        later = insert.excluded.seen > presence.c.seen
        self._see = insert.on_conflict_do_update(
            index_elements=list(presence.primary_key),
            set_={"seen": insert.excluded.seen},
            where=later,
        )

    async def seen(self, game: str, person: str, now: int) -> None:
        await self.all_seen([(game, person)], now)

    async def all_seen(self, there: Collection[tuple[str, str]], now: int) -> None:
        """Games and people: all of them were seen there."""
        # All processes write in one order, so that none waits for another in a circle.
        rows = [{"game": game, "person": person, "seen": now} for game, person in sorted(there)]

        def work(connection: Connection) -> None:
            connection.execute(self._see, rows)

        if rows:
            await self._database.write(work)

    async def last(self, game: str, person: str) -> int | None:
        """When the person was last seen at the table; None: never."""
        found = select(presence.c.seen).where(presence.c.game == game, presence.c.person == person)
        async with self._database.reading() as connection:
            return await connection.scalar(found)

    async def sweep(self) -> int:
        """Deletes what nobody will ask for: of tables that are over, closed or not there, and of
        people who have no seat any more. Some at a time: to be called as long as it finds any."""
        sits = (
            select(seats.c.game)
            .join(games, games.c.id == seats.c.game)
            .where(games.c.stage.not_in(ENDED))
            .where(seats.c.game == presence.c.game, seats.c.person == presence.c.person)
        )
        key = tuple_(presence.c.game, presence.c.person)
        needless = select(presence.c.game, presence.c.person).where(~sits.exists())
        sweep = delete(presence).where(key.in_(needless.limit(SWEPT_AT_ONCE)))

        def work(connection: Connection) -> int:
            return connection.execute(sweep).rowcount

        return await self._database.write(work)
