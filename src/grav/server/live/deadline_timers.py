"""Carries out deadlines: on time in the process that knows of them, or soon after in any other."""

import asyncio
import heapq
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import structlog

from grav.server.live.quarantine import TableUnreadable
from grav.server.live.room import Room
from grav.server.live.rooms import NoSuchTable
from grav.server.live.tables import Tables
from grav.server.runtime.background import Supervisor
from grav.server.runtime.clock import Clock
from grav.server.store.journal import Journal, StoreUnavailable
from grav.server.table.deadlines import deadline
from grav.tasks import TaskSet

log = structlog.get_logger(__name__)

OVERDUE_MILLISECONDS = 1_500
"""Milliseconds after a deadline from which any process carries it out."""
SWEEP_SECONDS = 1.0
SWEEPS_BETWEEN_CHECKS = 5
SWEEPS_BETWEEN_CLEANUPS = 60
MAX_PAGE = 200
MAX_SLEEP_SECONDS = 30.0
MIN_BACKOFF, MAX_BACKOFF = 1_000, 60_000
"""Exponential backoff, in milliseconds: before a table is checked again whose deadline is past
though a check changed nothing."""
UNKNOWN = 0
"""Stands for the table's number where something failed before that was known."""

OnCarriedOut = Callable[[str], None]
OnUnchanged = Callable[[Room], None]


@dataclass(frozen=True, slots=True)
class _Backoff:
    """A check of a table that failed, or that changed nothing though something was due."""

    number: int
    """The table's number then: any later event ends the backoff."""
    at: int
    pause: int = MIN_BACKOFF

    @property
    def until(self) -> int:
        return self.at + self.pause


class Timers:
    """Finds deadlines in two ways: a heap of those known here, and a sweep of the store."""

    def __init__(
        self,
        tables: Tables,
        journal: Journal,
        clock: Clock,
        on_carried_out: OnCarriedOut = lambda _: None,
        on_unchanged: OnUnchanged = lambda _: None,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._tables = tables
        self._journal = journal
        self._clock = clock
        self._on_carried_out = on_carried_out
        self._on_unchanged = on_unchanged
        """Called with a room where nothing fell due: a bot's process may have gone."""
        self._supervisor = supervisor or Supervisor()
        self._heap: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        """For each table, its one valid entry in the heap: never later than its deadline."""
        self._backoffs: dict[str, _Backoff] = {}
        self._sooner = asyncio.Event()
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._working = TaskSet()

    def start(self) -> None:
        loops = {"deadlines": self._run, "sweep": self._sweep, "tidy": self._tidy}
        self._tasks = [
            self._supervisor.start(loop, work, self._ending) for loop, work in loops.items()
        ]

    async def stop(self) -> None:
        """Stops the loops and finishes what has begun: cancelling would break off queries."""
        self._ending.set()
        self._sooner.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._working.wait()

    def set(self, room: Room) -> None:
        """Schedules a room's next deadline, without backoff. To be called after every event."""
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
        """Returns when to check a table next. A check on bots alone is always later than now."""
        return self._due(room, room.time(self._clock.now()))

    def _due(self, room: Room, after: int) -> int | None:
        """Returns when a check is due, by this process's clock. `after` is by the table's clock,
        which may be ahead of it."""
        table = room.table
        due = room.next_check(table, after) if table else None
        if table is None or due is None:
            return None
        now = self._clock.now()
        ahead = room.time(now) - now
        backoff = self._backoffs.get(room.id)
        if backoff is None or backoff.number != table.number:
            return due - ahead
        # The backoff does not delay a deadline that is still to come, only one that is past.
        limit = deadline(table)
        ends = backoff.until if limit is None else limit.at - ahead
        return ends if backoff.at < ends < backoff.until else backoff.until

    def _back_off(self, room: Room) -> None:
        """Backs off after a check that changed nothing though something was due."""
        table, now = room.table, room.time(self._clock.now())
        due = room.next_check(table, now) if table else None
        if table is None or due is None or due > now:
            self._backoffs.pop(room.id, None)
        else:
            self._set_backoff(room.id, table.number)

    def _set_backoff(self, game: str, number: int) -> None:
        """Sets a backoff; twice as long as the last one if that was at the same number."""
        backoff = self._backoffs.get(game)
        again = backoff is not None and backoff.number == number
        pause = (
            min(2 * backoff.pause, MAX_BACKOFF) if backoff is not None and again else MIN_BACKOFF
        )
        self._backoffs[game] = _Backoff(number, self._clock.now(), pause)

    @contextmanager
    def _isolating_errors(self, loop: str, game: str) -> Iterator[None]:
        """Logs and counts an error at one table, and backs off there, so that no other is affected.
        Lets StoreUnavailable through: it concerns all tables."""
        try:
            yield
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            self._supervisor.record_failure(loop, error, table=game)
            self._set_backoff(game, UNKNOWN)

    async def _run(self) -> None:
        """Carries out the deadlines of the heap. A stale entry does no harm: the table knows what
        is due, and when the next one is."""
        while not self._ending.is_set():
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                due, game = heapq.heappop(self._heap)
                with self._isolating_errors("deadlines", game):
                    self._fire(due, game, now)
            self._sooner.clear()
            if self._ending.is_set():
                return
            left = (self._heap[0][0] - now) / 1000 if self._heap else MAX_SLEEP_SECONDS
            with suppress(TimeoutError):
                await asyncio.wait_for(
                    self._sooner.wait(), min(max(left, 0.001), MAX_SLEEP_SECONDS)
                )

    def _fire(self, due: int, game: str, now: int) -> None:
        if self._next.get(game) != due:
            return  # stale: replaced by an earlier one
        del self._next[game]
        room = self._tables.rooms.get(game)
        if room is not None and self._is_due(room, now):
            self._working.start(self._check(game))
        elif room is not None:
            self._schedule(room)

    async def _check(self, game: str) -> None:
        try:
            with self._isolating_errors("deadlines", game):
                await self._carry_out_due(game)
        except StoreUnavailable as error:  # the sweep finds it in the store later
            log.warning("deadline_failed", table=game, why=str(error.__cause__))

    async def _carry_out_due(self, game: str) -> None:
        """Carries out what is due at one table. Errors concern no other table, except
        StoreUnavailable, which is raised."""
        try:
            kind = await self._tables.carry_out_due(game)
            if kind is not None:
                self._on_carried_out(kind)
                return
            if (room := self._tables.rooms.get(game)) is not None:
                self._on_unchanged(room)
        except StoreUnavailable:
            raise
        except (NoSuchTable, TableUnreadable):
            return
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            self._supervisor.record_failure("deadlines", error, table=game)
        if (room := self._tables.rooms.get(game)) is not None:
            self._back_off(room)
            self._schedule(room)

    async def _sweep(self) -> None:
        """Carries out overdue deadlines of the store, again and again. Those that fell due long ago
        are found at once, so that a restart catches up."""
        while not self._ending.is_set():
            try:
                await self._sweep_once()
            except StoreUnavailable as error:
                log.warning("sweep_failed", why=str(error.__cause__))
            await self._pause()

    async def _sweep_once(self) -> None:
        """Reads overdue deadlines page by page to the end: those that stay so block no others."""
        before, last = self._clock.now() - OVERDUE_MILLISECONDS, None
        while page := await self._journal.due(before, MAX_PAGE, last):
            for game, due in page:
                if self._ending.is_set():
                    return
                with self._isolating_errors("sweep", game):
                    await self._handle_overdue(game, due)
            last = page[-1]

    async def _handle_overdue(self, game: str, due: int) -> None:
        """Handles one overdue game; after a failure, not before its backoff is over."""
        backoff = self._backoffs.get(game)
        if backoff is not None and backoff.number == UNKNOWN and self._clock.now() < backoff.until:
            return
        try:
            room = await self._tables.load_current(game)
        except NoSuchTable:
            await self._journal.move_deadline(game, due, None)
            return
        except TableUnreadable:
            return  # it is in quarantine, which the sweep leaves out
        if self._is_due(room, self._clock.now()):
            await self._carry_out_due(game)
        next_due = self._next_due(room)
        if next_due != due:
            await self._journal.move_deadline(game, due, next_due)
            room.stored_due = next_due
        self._schedule(room)

    async def _tidy(self) -> None:
        """Periodically mends rooms that missed something, and forgets those that are not needed."""
        sweeps = 0
        while not self._ending.is_set():
            self._tables.catch_up_stale()
            for room in self._tables.rooms.values():
                if room.ahead:  # the sweep would find its deadline too late
                    with self._isolating_errors("tidy", room.id):
                        self._schedule(room)
                        self._sooner.set()
            if sweeps % SWEEPS_BETWEEN_CHECKS == 0:
                try:
                    await self._tables.check_journal()
                except StoreUnavailable as error:
                    log.warning("check_failed", why=str(error.__cause__))
            if sweeps % SWEEPS_BETWEEN_CLEANUPS == 0:
                self._tables.forget_idle()
                self._forget_backoffs()
            sweeps += 1
            await self._pause()

    def _forget_backoffs(self) -> None:
        """Forgets backoffs of tables not checked since: they ended, or another process has them."""
        before = self._clock.now() - MAX_BACKOFF
        recent = {
            game: backoff for game, backoff in self._backoffs.items() if backoff.until > before
        }
        self._backoffs = recent

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ending.wait(), SWEEP_SECONDS)
