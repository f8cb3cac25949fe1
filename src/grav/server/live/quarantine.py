"""Quarantine for tables that cannot be read: found once, reported on request, isolated."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from traceback import format_exception
from typing import TypeVar

import structlog

from grav.server.problems.problem import Problem
from grav.server.runtime.clock import Clock
from grav.server.store.engine import StoreUnavailable
from grav.server.store.quarantine import QuarantineStore

log = structlog.get_logger(__name__)

Result = TypeVar("Result")


class TableUnreadable(Problem):
    """The stored events of a table do not fold: nothing of it is shown."""

    def __init__(self) -> None:
        super().__init__(503, "table_unreadable")


class Unfoldable(Exception):
    """Stored events do not fold to a table; `__cause__` is the reason."""


def run_fold(work: Callable[[], Result]) -> Result:
    """Runs work that folds stored events, in any thread. Raises Unfoldable for every error, as it
    is the table's fault, except a MemoryError, which is the machine's."""
    try:
        return work()
    except MemoryError:
        raise
    except Exception as error:
        raise Unfoldable from error


class Quarantine:
    """Records in memory which tables failed here, so that no request folds them in vain again, and
    in the store, so that no process handles their deadlines."""

    def __init__(self, store: QuarantineStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._failed: dict[str, int] = {}
        """Tables that failed here, each with the number up to which it was read."""
        self._putting: set[str] = set()
        """Tables whose quarantine entry is being written: `refresh` must not forget them."""
        self.stored: frozenset[str] = frozenset()
        """Tables in quarantine in the store, as far as this process knows."""
        self._releases = 0
        """How many were released: what was read from the store before that may be out of date."""

    def check(self, game: str, newest: int) -> None:
        """Raises TableUnreadable if the table failed here, and nothing was stored since."""
        if newest <= self._failed.get(game, -1):
            raise TableUnreadable

    def holds(self, game: str) -> bool:
        return game in self._failed or game in self.stored

    async def put(self, game: str, number: int, error: Exception) -> None:
        """Puts a table into quarantine that could not be read up to a number."""
        log.error("table_unreadable", table=game, number=number, exc_info=error)
        self._failed[game] = number
        self.stored |= {game}
        self._putting.add(game)
        traceback = "".join(format_exception(error))
        try:
            await self._store.put(game, self._clock.now(), traceback)
        except StoreUnavailable as away:  # a later request tries again
            log.warning("quarantine_failed", table=game, why=str(away.__cause__))
        finally:
            self._putting.discard(game)

    async def release(self, game: str) -> None:
        """Releases a table that was read: by another version, or with what was stored since."""
        self._failed.pop(game, None)
        if await self._store.release(game):
            log.info("table_readable", table=game)
        self._releases += 1
        self.stored -= {game}

    async def refresh(self) -> None:
        """Reads from the store what other processes found, and what the admin has released."""
        before, releases = self._failed.keys() - self._putting, self._releases
        stored = await self._store.games()
        if self._releases != releases:
            return  # out of date; the next refresh comes soon
        for game in before - stored:
            self._failed.pop(game, None)
        self.stored = stored | self._failed.keys()

    @asynccontextmanager
    async def quarantining(self, game: str, number: int) -> AsyncIterator[None]:
        """Wraps everything that folds the events up to a number. An error that `run_fold` blames on
        the table puts it into quarantine, success releases it; other errors change nothing."""
        try:
            yield
        except Unfoldable as unfoldable:
            error = unfoldable.__cause__
            assert isinstance(error, Exception)
            await self.put(game, number, error)
            raise TableUnreadable from error
        if self.holds(game):
            await self.release(game)
