"""Folds stored tables in a thread, so that the event loop is not blocked; and backfills the
projection for games that are older than it."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from grav.server.live.quarantine import Quarantine, TableUnreadable, run_fold
from grav.server.messages.stored_events import Event
from grav.server.store.journal import Journal
from grav.server.store.journal_entries import Row, bit_mask_of
from grav.server.store.projection_backfill import ProjectionBackfill
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import BrokenHistory, fold
from grav.server.table.model import Table
from grav.server.table.seats_to_act import seats_to_act

Result = TypeVar("Result")
MAX_PER_QUERY = 50


class Folding:
    """Has a thread of its own: a request for many tables delays nothing else."""

    def __init__(self, journal: Journal, quarantine: Quarantine) -> None:
        self._journal = journal
        self._quarantine = quarantine
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="grav-fold")

    async def table(self, game: str) -> Table | None:
        """Returns the table as it is stored; None if there is none.

        Raises TableUnreadable if it does not fold.
        """
        rows = await self._journal.read(game)
        number = rows[-1].number if rows else 0
        self._quarantine.check(game, number)
        async with self._quarantine.quarantining(game, number):
            return await self.run(partial(run_fold, partial(fold_rows, rows)))

    async def run(self, work: Callable[[], Result]) -> Result:
        """Runs other long work that concerns one table, in the same thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def fold_rows(rows: Sequence[Row]) -> Table | None:
    return fold(events_of(rows))


def events_of(rows: Sequence[Row], after: int = 0) -> list[Event]:
    """Decodes the events stored after a number. Raises BrokenHistory if one is missing: the
    others might fold without it, to a different table."""
    for number, row in enumerate(rows, after + 1):
        if row.number != number:
            raise BrokenHistory(f"event {number} is missing")
    return [decode_event(row.form, row.event) for row in rows]


async def fill_projection(backfill: ProjectionBackfill, folding: Folding) -> None:
    """Fills in whom games wait for, in games that are older than this projection: once, one after
    the other. Unreadable ones go into quarantine."""
    last = ""
    while games := await backfill.find_unfilled(MAX_PER_QUERY, last):
        last = games[-1]
        for game in games:
            try:
                table = await folding.table(game)
            except TableUnreadable:
                continue
            if table is not None:
                await backfill.fill(game, table.number, bit_mask_of(seats_to_act(table)))
