"""Lists of tables and seats, read from the projections that the journal writes; and presence.

Knows the names of the stages, and nothing else of what happens at a table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, delete, func, select, true, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from grav.server.store.engine import Database
from grav.server.store.journal_entries import SHOWN, SeatRow, Summary
from grav.server.store.schema import events, games, heads, people, presence, seats

OPEN = frozenset({"gathering"})
RUNNING = frozenset({"settling", "playing"})
ENDED = frozenset({"over", "closed"})
SWEPT_AT_ONCE = 1_000
"""Rows deleted in one transaction: few enough not to hold up other writers."""

Cursor = tuple[int, str]
"""Pagination cursor: `changed` and the id of the last game that was shown."""


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
    """Number of tables in each stage."""
    events: int


class Games:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_tables(self, limit: int) -> list[Listed]:
        """Returns public tables that gather players, the most recently changed first."""
        return await self._list(limit, games.c.public, games.c.stage.in_(OPEN))

    async def running(self, limit: int) -> list[Listed]:
        """Returns public tables that are being settled or played, in the same order."""
        return await self._list(limit, games.c.public, games.c.stage.in_(RUNNING))

    async def of_person(
        self,
        person: str,
        before: Cursor | None,
        limit: int,
        stages: Collection[str] | None = None,
    ) -> list[Listed]:
        """Returns tables where a person has a seat, in the same order.

        `before`: the cursor of the last game of the page before.
        """
        theirs = select(seats.c.game).where(seats.c.person == person)
        place = tuple_(games.c.changed, games.c.id)
        return await self._list(
            limit,
            games.c.id.in_(theirs),
            true() if before is None else place < before,
            true() if stages is None else games.c.stage.in_(stages),
        )

    async def waiting_for(self, person: str, limit: int) -> list[Listed]:
        """Returns running tables that wait for a person, in the same order."""
        bit = heads.c.waiting.bitwise_rshift(seats.c.seat).bitwise_and(1)
        theirs = (
            select(seats.c.game)
            .join(heads, heads.c.game == seats.c.game)
            .where(seats.c.person == person, ~seats.c.kept, bit == 1)
        )
        return await self._list(limit, games.c.id.in_(theirs), games.c.stage.in_(RUNNING))

    async def summary(self, game: str) -> Summary | None:
        """Returns what lists show of a table; None if there is no such table."""
        found = await self._list(1, games.c.id == game)
        return found[0].summary if found else None

    async def seats_of(self, game: str) -> tuple[SeatRow, ...]:
        async with self._database.reading() as connection:
            return (await _seats(connection, [game])).get(game, ())

    async def statistics(self) -> Statistics:
        """Returns counts for the admin."""
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
    """When people were last seen at a table. A stored time never decreases."""

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
        """Stores that each of these (game, person) pairs was seen now."""
        # Lock order: all processes write rows in the same order, so that they cannot deadlock.
        rows = [{"game": game, "person": person, "seen": now} for game, person in sorted(there)]

        def work(connection: Connection) -> None:
            connection.execute(self._see, rows)

        if rows:
            await self._database.write(work)

    async def last(self, game: str, person: str) -> int | None:
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
        sweep = delete(presence).where(key.in_(needless.limit(SWEPT_AT_ONCE)))

        def work(connection: Connection) -> int:
            return connection.execute(sweep).rowcount

        return await self._database.write(work)
