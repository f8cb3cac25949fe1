"""Lists of tables and seats, read from the projections that the journal writes; statistics.

Knows the names of the stages, and nothing else of what happens at a table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import ColumnElement, func, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from grav.server.store.engine import Database
from grav.server.store.journal_entries import SUMMARY_COLUMNS, SeatRow, Summary
from grav.server.store.schema import events, games, heads, people, seats

OPEN = frozenset({"gathering"})
RUNNING = frozenset({"settling", "playing"})
ENDED = frozenset({"over", "closed"})

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
            for game, shown in (
                (row["id"], {name: row[name] for name in SUMMARY_COLUMNS}) for row in rows
            )
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
