"""Leases for long thoughts of bots, kept in the store: one process thinks about each question."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

from grav.server.messages.settings import SECOND
from grav.server.runtime.background import Supervisor, run_in_background, run_shielded
from grav.server.runtime.clock import Clock
from grav.server.store import StoreUnavailable
from grav.server.store.leases import Leases

LEASE_SECONDS = 10.0
"""Duration of a lease: seconds after which another process takes over from one that died or
stalled."""
CHECK_SECONDS = 1.0
"""Seconds between checks while another process has the lease: it may have answered or given up."""
MARGIN_SECONDS = 0.1
_END_OF_TIME = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Thought:
    """A question that a bot is about to think about."""

    game: str
    seat: int
    question: str
    is_still_asked: Callable[[], Awaitable[bool]]
    end: Callable[[], object]
    """Called when the answer is no longer needed."""


class ThoughtLeases:
    def __init__(self, leases: Leases, clock: Clock, supervisor: Supervisor | None = None) -> None:
        self._leases = leases
        self._clock = clock
        self._supervisor = supervisor or Supervisor()

    @asynccontextmanager
    async def hold(self, thought: Thought, max_wait: float) -> AsyncIterator[bool]:
        """Holds the lease of a thought while the block runs, however long that is.

        If another process has the lease, waits until it has answered, its lease has expired, or
        `max_wait` seconds are over; in the last two cases takes it over. Yields False if the
        question has been answered.
        """
        if not await self._acquire(thought, max_wait):
            yield False
            return
        renewing = self._supervisor.start("leases", partial(self._renew, thought))
        try:
            yield await thought.is_still_asked()  # the last holder may just have answered
        finally:
            renewing.cancel()
            with suppress(StoreUnavailable):  # it expires by itself
                await run_shielded(self._release(thought))

    async def sweep(self) -> None:
        await self._leases.sweep(self._clock.now())

    async def _acquire(self, thought: Thought, max_wait: float) -> bool:
        """Waits until this process has the lease. Returns False if another process has answered."""
        give_up = self._clock.elapsed() + max_wait
        left = max_wait
        while (until := await self._take(thought, by_force=left <= 0)) is not None:
            runs_out = max(until - self._clock.now(), 0) / SECOND + MARGIN_SECONDS
            await asyncio.sleep(min(runs_out, left, CHECK_SECONDS))
            if not await thought.is_still_asked():
                return False
            left = give_up - self._clock.elapsed()
        return True

    async def _renew(self, thought: Thought) -> None:
        """Extends the lease, and ends a thought that is no longer needed: nobody notifies this
        process that the table has moved on, or that another process has taken over."""
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            if not await thought.is_still_asked() or await self._take(thought) is not None:
                thought.end()
                return

    async def _take(self, thought: Thought, *, by_force: bool = False) -> int | None:
        """Takes or extends the lease: None. If another process has it, returns until when.

        `by_force`: takes it from any holder.
        """
        now = self._clock.now()
        until = now + round(LEASE_SECONDS * SECOND)
        free = _END_OF_TIME if by_force else now
        taking = run_in_background(
            self._leases.take(thought.game, thought.seat, thought.question, free, until)
        )
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            run_in_background(self._give_back(taking, thought))
            raise

    async def _give_back(self, taking: asyncio.Task[int | None], thought: Thought) -> None:
        """Waits until a lease that is no longer wanted is taken, and releases it."""
        with suppress(StoreUnavailable):
            await taking
            await self._release(thought)

    async def _release(self, thought: Thought) -> None:
        await self._leases.release(thought.game, thought.seat, thought.question)
