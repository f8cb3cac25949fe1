"""The journal: the event log of all tables, with optimistic concurrency and group commit.

Events are appended at the next number of their game, or not at all. Appends that arrive during a
transaction are written together in the next one. Knows nothing of what the events mean.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import ColumnElement, Connection, delete, select, true, tuple_, update

from grav.server.store.engine import CommitUnsure, Database, StoreUnavailable
from grav.server.store.group_commit import GroupWriter
from grav.server.store.journal_entries import (
    UNCHANGED,
    Append,
    Row,
    SeatRow,
    Summary,
    Unchanged,
    rows_of,
)
from grav.server.store.quarantine import QuarantineStore
from grav.server.store.schema import deadlines, events, heads, quarantine

__all__ = [
    "UNCHANGED",
    "Append",
    "Journal",
    "Row",
    "SeatRow",
    "StoreUnavailable",
    "Summary",
    "Unchanged",
]

MAX_GROUP = 500
BACKOFF_SECONDS = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Backoff in seconds between attempts while it is not known whether a COMMIT took effect."""


@dataclass(slots=True, eq=False)
class _Waiting:
    append: Append
    meanwhile: Callable[[], object] | None
    answer: asyncio.Future[bool]
    unsure: bool = False
    """Whether an attempt whose COMMIT was not acknowledged may have written it already."""

    def settle(self, written: bool) -> None:
        if not self.answer.done():
            self.answer.set_result(written)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Journal:
    """One per process and database. Other processes may append to the same games."""

    def __init__(self, database: Database, *, pauses: Sequence[float] = BACKOFF_SECONDS) -> None:
        self._database = database
        self._pauses = pauses
        self._write_group = GroupWriter(database.engine.dialect)
        self.quarantine = QuarantineStore(database)
        """Games whose stored events do not fold."""
        self._waiting: list[_Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, append: Append, meanwhile: Callable[[], object] | None = None) -> bool:
        """Appends events. True: they are durable. False: a number is taken; nothing was written.

        `meanwhile` is work to do during the wait for the disk. It may be called more than once, or
        not at all.

        Raises StoreUnavailable if the database is away. As a rule nothing was written; but if it
        went away during the COMMIT and did not come back in time, all of the append may be stored.
        So a caller that gets this error must read the game again before it goes on. A caller must
        not append to a game while an earlier append to it is not answered.
        """
        if self._closed:
            raise StoreUnavailable
        waiting = _Waiting(append, meanwhile, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await waiting.answer

    async def read(self, game: str, after: int = 0) -> list[Row]:
        """Returns the events of a game with numbers above `after`, in order."""
        return await self._rows(events.c.game == game, events.c.number > after)

    async def latest(self, game: str) -> int:
        """Returns the highest number of a game; 0 if there is none."""
        found = select(heads.c.number).where(heads.c.game == game)
        async with self._database.reading() as connection:
            return await connection.scalar(found) or 0

    async def latest_of(self, games: Collection[str]) -> dict[str, int]:
        """Returns the highest number of each of these games that exists."""
        found = select(heads.c.game, heads.c.number).where(heads.c.game.in_(games))
        async with self._database.reading() as connection:
            return dict((await connection.execute(found)).all())

    async def due(
        self, before: int, limit: int, after: tuple[str, int] | None = None
    ) -> list[tuple[str, int]]:
        """Returns games whose stored deadline is not after `before`, and the deadline; earliest
        first.

        `after`: the last entry of the page before. Games in quarantine are left out.
        """
        place = tuple_(deadlines.c.due, deadlines.c.game)
        found = (
            select(deadlines.c.game, deadlines.c.due)
            .where(deadlines.c.due <= before)
            .where(true() if after is None else place > (after[1], after[0]))
            .where(deadlines.c.game.not_in(select(quarantine.c.game)))
            .order_by(deadlines.c.due, deadlines.c.game)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            return [(game, due) for game, due in await connection.execute(found)]

    async def move_deadline(self, game: str, found: int, to: int | None) -> None:
        """Moves a stored deadline, or deletes it; does nothing if it is no longer `found`."""
        same = (deadlines.c.game == game, deadlines.c.due == found)
        move = delete(deadlines) if to is None else update(deadlines).values(due=to)

        def work(connection: Connection) -> None:
            connection.execute(move.where(*same))

        await self._database.write(work)

    async def close(self) -> None:
        """Refuses new appends, and finishes those that wait."""
        self._closed = True
        if self._writer is not None:
            await self._writer

    async def _write(self) -> None:
        group: list[_Waiting] = []
        try:
            while self._waiting:
                group = self._waiting[:MAX_GROUP]
                del self._waiting[:MAX_GROUP]
                await self._settle(group)
        finally:
            self._writer = None
            for each in (*group, *self._waiting):  # unanswered only if this was cancelled
                each.answer.cancel()

    async def _settle(self, group: Sequence[_Waiting]) -> None:
        """Writes a group, and answers every append in it."""
        try:
            await self._attempt(group)
        except StoreUnavailable as error:
            for each in group:
                each.fail(_unavailable(error))

    async def _attempt(self, group: Sequence[_Waiting]) -> None:
        try:
            await self._write_until_known(group)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - `_divide` raises it where it belongs
            await self._divide(group, error)
        else:
            for each in group:
                each.settle(True)

    async def _divide(self, group: Sequence[_Waiting], error: Exception) -> None:
        """Handles a group that could not be written: answers the appends whose numbers are taken,
        and writes the others again. If there are none, bisects it until the faulty one is alone."""
        losers = await self._answer_losers(group)
        if losers:
            if others := [each for each in group if each not in losers]:
                await self._settle(others)
        elif len(group) > 1:
            await self._settle(group[: len(group) // 2])
            await self._settle(group[len(group) // 2 :])
        else:
            group[0].fail(error)  # the append itself is faulty

    async def _answer_losers(self, group: Sequence[_Waiting]) -> set[_Waiting]:
        """Answers and returns the appends whose numbers are taken. One that finds its own rows
        there was committed by an attempt whose COMMIT was not acknowledged."""
        losers = set[_Waiting]()
        latest = await self.latest_of({each.append.game for each in group})
        for each in group:
            append = each.append
            if latest.get(append.game, 0) > append.after and (
                stored := await self._stored_rows(append)
            ):
                each.settle(each.unsure and stored == rows_of(append))
                losers.add(each)
        return losers

    async def _write_until_known(self, group: Sequence[_Waiting]) -> None:
        """Writes the group. If a COMMIT is not acknowledged, it may have taken effect or may still
        do so. Writing the same rows again settles that: the retry waits for the first transaction,
        and finds its numbers taken if that one took effect."""
        statements = self._write_group([each.append for each in group])
        meanwhile = partial(_work_meanwhile, group)
        for pause in self._pauses:
            try:
                return await self._database.execute(statements, meanwhile)
            except CommitUnsure:
                for each in group:
                    each.unsure = True
            except StoreUnavailable:
                if not group[0].unsure:
                    raise
            await asyncio.sleep(pause)
        return await self._database.execute(statements)

    async def _stored_rows(self, append: Append) -> list[Row]:
        """Returns the stored rows that have the append's numbers."""
        numbers = events.c.number.between(append.after + 1, append.last)
        return await self._rows(events.c.game == append.game, numbers)

    async def _rows(self, *conditions: ColumnElement[bool]) -> list[Row]:
        columns = (events.c.number, events.c.form, events.c.command, events.c.event)
        found = select(*columns).where(*conditions).order_by(events.c.number)
        async with self._database.reading() as connection:
            rows = await connection.execute(found)
            return [
                Row(number, form, command, text.encode()) for number, form, command, text in rows
            ]


def _work_meanwhile(group: Sequence[_Waiting]) -> None:
    for each in group:
        if each.meanwhile is not None:
            each.meanwhile()


def _unavailable(cause: StoreUnavailable) -> StoreUnavailable:
    """Returns a new error with this cause: each waiting caller gets its own."""
    error = StoreUnavailable()
    error.__cause__ = cause
    return error
