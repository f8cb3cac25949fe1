"""Tables that cannot be read: found out once, told to whoever asks, and harmful to no other."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from traceback import format_exception
from typing import TypeVar

import structlog

from grav.server.clock import Clock
from grav.server.problems.problem import Problem
from grav.server.store.engine import StoreUnavailable
from grav.server.store.quarantine import QuarantineStore

log = structlog.get_logger(__name__)

Result = TypeVar("Result")


class TableUnreadable(Problem):
    """What is stored of a table does not fold: nobody is shown any of it."""

    def __init__(self) -> None:
        super().__init__(503, "table_unreadable")


class Unfoldable(Exception):
    """Stored events make no table; the cause says why."""


def judge(work: Callable[[], Result]) -> Result:
    """Does work that makes a table of stored events, in whatever thread. What fails in it is the
    table's fault, but for what the machine lacks."""
    try:
        return work()
    except MemoryError:
        raise
    except Exception as error:
        raise Unfoldable from error


class Quarantine:
    """Remembers in memory what failed here, so that no request folds it in vain again, and in the
    store, so that no process looks after its deadlines."""

    def __init__(self, store: QuarantineStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._failed: dict[str, int] = {}
        """Tables that failed here, each with the number that it was read up to."""
        self._putting: set[str] = set()
        """Those that are being stored: that the store has them not yet means nothing."""
        self.stored: frozenset[str] = frozenset()
        """Those that the store keeps apart, as far as this process knows."""
        self._let_out = 0
        """How many were let out: what the store said before that may be out of date."""

    def check(self, game: str, newest: int) -> None:
        """TableUnreadable if the table failed here, and nothing was stored since."""
        if newest <= self._failed.get(game, -1):
            raise TableUnreadable

    def holds(self, game: str) -> bool:
        return game in self._failed or game in self.stored

    async def put(self, game: str, number: int, error: Exception) -> None:
        """Keeps apart a table that could not be read up to a number."""
        log.error("table_unreadable", table=game, number=number, exc_info=error)
        self._failed[game] = number
        self.stored |= {game}
        self._putting.add(game)
        told = "".join(format_exception(error))
        try:
            await self._store.put(game, self._clock.now(), told)
        except StoreUnavailable as away:  # whoever asks for it later tries again
            log.warning("quarantine_failed", table=game, why=str(away.__cause__))
        finally:
            self._putting.discard(game)

    async def let_out(self, game: str) -> None:
        """It could be read after all: by another version, or with what was stored since."""
        self._failed.pop(game, None)
        if await self._store.lift(game):
            log.info("table_readable", table=game)
        self._let_out += 1
        self.stored -= {game}

    async def refresh(self) -> None:
        """Learns what other processes found, and what the keeper has let out."""
        before, let_out = self._failed.keys() - self._putting, self._let_out
        stored = await self._store.games()
        if self._let_out != let_out:
            return  # it is asked again soon
        for game in before - stored:
            self._failed.pop(game, None)
        self.stored = stored | self._failed.keys()

    @asynccontextmanager
    async def judging(self, game: str, number: int) -> AsyncIterator[None]:
        """Around everything that makes a table of the events up to a number. What `judge` blames on
        the table keeps it apart; whatever else fails there says nothing of it."""
        try:
            yield
        except Unfoldable as unfoldable:
            error = unfoldable.__cause__
            assert isinstance(error, Exception)
            await self.put(game, number, error)
            raise TableUnreadable from error
        if self.holds(game):
            await self.let_out(game)
