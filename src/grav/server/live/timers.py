"""Deadlines: carried out on time by the process that knows of them, or soon after by any other."""

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress

import structlog

from grav.server.clock import Clock
from grav.server.live.room import Room
from grav.server.live.tables import NoSuchTable, Tables
from grav.server.store.journal import Journal
from grav.server.table.deadlines import wake

log = structlog.get_logger(__name__)

LATE = 1_500
"""Milliseconds after which a deadline is any process's to carry out."""
SWEEP = 1.0
CHECK_SWEEPS = 5
FORGET_SWEEPS = 60
AT_ONCE = 200
LONGEST_SLEEP = 30.0

CarriedOut = Callable[[str], None]
Woken = Callable[[Room], None]


class Timers:
    """Two ways that end in one: a heap of what this process knows, and a look at the store."""

    def __init__(
        self,
        tables: Tables,
        journal: Journal,
        clock: Clock,
        carried_out: CarriedOut = lambda _: None,
        woken: Woken = lambda _: None,
    ) -> None:
        self._tables = tables
        self._journal = journal
        self._clock = clock
        self._carried_out = carried_out
        self._woken = woken
        """Called with a table at which nothing fell due: a bot may have been left alone."""
        self._heap: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        """For each table, the one entry of the heap that counts: never later than its deadline."""
        self._sooner = asyncio.Event()
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._working: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._sweep())]

    async def stop(self) -> None:
        """What has begun is finished: to break off a question leaves the database half asked."""
        self._ending.set()
        self._sooner.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._working, return_exceptions=True)

    def set(self, room: Room) -> None:
        """To be called after everything that happens at a table."""
        due = wake(room.table, self._clock.now()) if room.table else None
        if due is None or self._next.get(room.id, due + 1) <= due:
            return
        self._next[room.id] = due
        heapq.heappush(self._heap, (due, room.id))
        if self._heap[0] == (due, room.id):
            self._sooner.set()

    async def _run(self) -> None:
        """An entry that is no longer true does no harm: the table knows what is due, and when the
        next one is."""
        while not self._ending.is_set():
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                self._ring(*heapq.heappop(self._heap), now)
            self._sooner.clear()
            if self._ending.is_set():
                return
            left = (self._heap[0][0] - now) / 1000 if self._heap else LONGEST_SLEEP
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), min(max(left, 0.001), LONGEST_SLEEP))

    def _ring(self, due: int, game: str, now: int) -> None:
        if self._next.get(game) != due:
            return  # an earlier one took its place
        del self._next[game]
        room = self._tables.rooms.get(game)
        true = wake(room.table) if room and room.table else None
        if true is not None and true <= now:
            self._begin(game)
        elif room is not None:
            self.set(room)

    def _begin(self, game: str) -> None:
        task = asyncio.create_task(self._look(game))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _look(self, game: str) -> None:
        try:
            kind = await self._tables.look(game)
        except Exception as error:  # the database is away: the store's own copy is found later
            log.warning("deadline_failed", table=game, error=type(error).__name__)
            return
        if kind is not None:
            self._carried_out(kind)
        elif (room := self._tables.rooms.get(game)) is not None:
            self._woken(room)
            self.set(room)

    async def _sweep(self) -> None:
        """What fell due long ago is overdue at once, so that a restart catches up."""
        sweeps = 0
        while not self._ending.is_set():
            try:
                for game, due in await self._journal.due(self._clock.now() - LATE, AT_ONCE):
                    await self._overdue(game, due)
            except Exception as error:
                log.warning("sweep_failed", error=type(error).__name__)
            await self._tidy(sweeps)
            sweeps += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), SWEEP)

    async def _tidy(self, sweeps: int) -> None:
        """Now and then: rooms that missed something are mended, those not needed forgotten."""
        self._tables.mend()
        if sweeps % CHECK_SWEEPS == 0:
            try:
                await self._tables.check()
            except Exception as error:
                log.warning("check_failed", error=type(error).__name__)
        if sweeps % FORGET_SWEEPS == 0:
            self._tables.forget_idle()

    async def _overdue(self, game: str, due: int) -> None:
        try:
            room = await self._tables.fresh(game)
        except NoSuchTable:
            await self._journal.move_deadline(game, due, None)
            return
        await self._look(game)
        assert room.table is not None
        next_due = wake(room.table, self._clock.now())
        if next_due != due:
            await self._journal.move_deadline(game, due, next_due)
            room.stored_due = next_due
        self.set(room)
