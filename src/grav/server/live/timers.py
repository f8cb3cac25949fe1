"""Deadlines: carried out on time by the process that knows of them, or soon after by any other."""

import asyncio
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import structlog

from grav.server.clock import Clock
from grav.server.live.quarantine import TableUnreadable
from grav.server.live.room import Room
from grav.server.live.tables import NoSuchTable, Tables
from grav.server.store.journal import Journal, StoreUnavailable
from grav.server.supervision import Supervisor
from grav.server.table.deadlines import deadline

log = structlog.get_logger(__name__)

LATE = 1_500
"""Milliseconds after which a deadline is any process's to carry out."""
SWEEP = 1.0
CHECK_SWEEPS = 5
FORGET_SWEEPS = 60
AT_ONCE = 200
LONGEST_SLEEP = 30.0
MIN_BACKOFF, MAX_BACKOFF = 1_000, 60_000
"""Milliseconds until a table is looked at again whose deadline is past, though a look at it changed
nothing: twice as long each time."""
UNKNOWN = 0
"""The number of a table at which something failed before its number was known."""

CarriedOut = Callable[[str], None]
Woken = Callable[[Room], None]


@dataclass(frozen=True, slots=True)
class _Backoff:
    """A look at a table that failed, or changed nothing, though something was due."""

    number: int
    """Of the table: what happens there later ends it."""
    at: int
    pause: int = MIN_BACKOFF

    @property
    def until(self) -> int:
        return self.at + self.pause


class Timers:
    """Two ways that end in one: a heap of what this process knows, and a look at the store."""

    def __init__(
        self,
        tables: Tables,
        journal: Journal,
        clock: Clock,
        carried_out: CarriedOut = lambda _: None,
        woken: Woken = lambda _: None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._tables = tables
        self._journal = journal
        self._clock = clock
        self._carried_out = carried_out
        self._woken = woken
        """Called with a table at which nothing fell due: a bot may have been left alone."""
        self._supervisor = supervisor or Supervisor()
        self._heap: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        """For each table, the one entry of the heap that counts: never later than its deadline."""
        self._backoffs: dict[str, _Backoff] = {}
        self._sooner = asyncio.Event()
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._working: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        loops = {"deadlines": self._run, "sweep": self._sweep, "tidy": self._tidy}
        self._tasks = [
            self._supervisor.start(loop, work, self._ending) for loop, work in loops.items()
        ]

    async def stop(self) -> None:
        """What has begun is finished: to break off a question leaves the database half asked."""
        self._ending.set()
        self._sooner.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._working, return_exceptions=True)

    def set(self, room: Room) -> None:
        """To be called after everything that happens at a table."""
        self._backoffs.pop(room.id, None)
        self._schedule(room)

    def _schedule(self, room: Room) -> None:
        due = self._next_due(room)
        if due is None or self._next.get(room.id, due + 1) <= due:
            return
        self._next[room.id] = due
        heapq.heappush(self._heap, (due, room.id))
        if self._heap[0] == (due, room.id):
            self._sooner.set()

    def _is_due(self, room: Room, now: int) -> bool:
        due = self._due(room, 0)
        return due is not None and due <= now

    def _next_due(self, room: Room) -> int | None:
        """When to look at a table next: of bots alone, later than now."""
        return self._due(room, room.time(self._clock.now()))

    def _due(self, room: Room, after: int) -> int | None:
        """By this process's clock; the table's, by which `after` is, may be ahead of it."""
        table = room.table
        due = room.wake(table, after) if table else None
        if table is None or due is None:
            return None
        now = self._clock.now()
        ahead = room.time(now) - now
        held = self._backoffs.get(room.id)
        if held is None or held.number != table.number:
            return due - ahead
        # What ends a wait and is still to come is not put off: only what is past already.
        limit = deadline(table)
        ends = held.until if limit is None else limit.at - ahead
        return ends if held.at < ends < held.until else held.until

    def _back_off(self, room: Room) -> None:
        """To be called after a look that changed nothing."""
        table, now = room.table, room.time(self._clock.now())
        due = room.wake(table, now) if table else None
        if table is None or due is None or due > now:
            self._backoffs.pop(room.id, None)
        else:
            self._hold(room.id, table.number)

    def _hold(self, game: str, number: int) -> None:
        """A pause; twice as long as the last if that was at the same number."""
        held = self._backoffs.get(game)
        again = held is not None and held.number == number
        pause = min(2 * held.pause, MAX_BACKOFF) if held is not None and again else MIN_BACKOFF
        self._backoffs[game] = _Backoff(number, self._clock.now(), pause)

    @contextmanager
    def _judging(self, loop: str, game: str) -> Iterator[None]:
        """What goes wrong at one table is told and keeps no other from its turn; but a database
        that is away is away for all."""
        try:
            yield
        except StoreUnavailable:
            raise
        except Exception as error:
            self._supervisor.failed(loop, error, table=game)
            self._hold(game, UNKNOWN)

    async def _run(self) -> None:
        """An entry that is no longer true does no harm: the table knows what is due, and when the
        next one is."""
        while not self._ending.is_set():
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                due, game = heapq.heappop(self._heap)
                with self._judging("deadlines", game):
                    self._ring(due, game, now)
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
        if room is not None and self._is_due(room, now):
            self._begin(game)
        elif room is not None:
            self._schedule(room)

    def _begin(self, game: str) -> None:
        task = asyncio.create_task(self._rung(game))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _rung(self, game: str) -> None:
        try:
            with self._judging("deadlines", game):
                await self._look(game)
        except StoreUnavailable as error:  # the store's own copy is found later
            log.warning("deadline_failed", table=game, why=str(error.__cause__))

    async def _look(self, game: str) -> None:
        """What goes wrong there concerns no other table, but for a database that is away."""
        try:
            kind = await self._tables.look(game)
            if kind is not None:
                self._carried_out(kind)
                return
            if (room := self._tables.rooms.get(game)) is not None:
                self._woken(room)
        except StoreUnavailable:
            raise
        except (NoSuchTable, TableUnreadable):
            return
        except Exception as error:
            self._supervisor.failed("deadlines", error, table=game)
        if (room := self._tables.rooms.get(game)) is not None:
            self._back_off(room)
            self._schedule(room)

    async def _sweep(self) -> None:
        """What fell due long ago is overdue at once, so that a restart catches up."""
        while not self._ending.is_set():
            try:
                await self._sweep_once()
            except StoreUnavailable as error:
                log.warning("sweep_failed", why=str(error.__cause__))
            await self._pause()

    async def _sweep_once(self) -> None:
        """Page by page to the end: those that stay overdue keep nobody from their turn."""
        before, last = self._clock.now() - LATE, None
        while page := await self._journal.due(before, AT_ONCE, last):
            for game, due in page:
                if self._ending.is_set():
                    return
                with self._judging("sweep", game):
                    await self._overdue(game, due)
            last = page[-1]

    async def _overdue(self, game: str, due: int) -> None:
        """One game by itself; after a failure not before the next pause is over."""
        held = self._backoffs.get(game)
        if held is not None and held.number == UNKNOWN and self._clock.now() < held.until:
            return
        try:
            room = await self._tables.fresh(game)
        except NoSuchTable:
            await self._journal.move_deadline(game, due, None)
            return
        except TableUnreadable:
            return  # it is kept apart, and found no more
        if self._is_due(room, self._clock.now()):
            await self._look(game)
        next_due = self._next_due(room)
        if next_due != due:
            await self._journal.move_deadline(game, due, next_due)
            room.stored_due = next_due
        self._schedule(room)

    async def _tidy(self) -> None:
        """Now and then: rooms that missed something are mended, those not needed forgotten."""
        sweeps = 0
        while not self._ending.is_set():
            self._tables.mend()
            for room in self._tables.rooms.values():
                if room.ahead:  # the store would find what is due there too late
                    with self._judging("tidy", room.id):
                        self._schedule(room)
                        self._sooner.set()
            if sweeps % CHECK_SWEEPS == 0:
                try:
                    await self._tables.check()
                except StoreUnavailable as error:
                    log.warning("check_failed", why=str(error.__cause__))
            if sweeps % FORGET_SWEEPS == 0:
                self._tables.forget_idle()
                self._forget_backoffs()
            sweeps += 1
            await self._pause()

    def _forget_backoffs(self) -> None:
        """Of tables that nobody has looked at since: they ended, or another process has them."""
        before = self._clock.now() - MAX_BACKOFF
        kept = {game: held for game, held in self._backoffs.items() if held.until > before}
        self._backoffs = kept

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), SWEEP)
