"""Long thoughts of bots: of all processes, one has them. The store keeps which."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

from grav.server.clock import Clock
from grav.server.messages.settings import SECOND
from grav.server.store import StoreUnavailable
from grav.server.store.leases import Leases
from grav.server.supervision import Supervisor
from grav.server.task_helpers import run_in_background, run_shielded

LEASE_SECONDS = 10.0
"""So long after a process died, or stalled, another takes over what it thought about."""
LOOK_SECONDS = 1.0
"""Whoever waits for another process looks again so often: it may have answered, or given up."""
MARGIN_SECONDS = 0.1
_LATER_THAN_ALL = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot is about to think."""

    game: str
    seat: int
    question: str
    is_still_asked: Callable[[], Awaitable[bool]]
    end: Callable[[], object]
    """Called when it is in vain."""


class ThoughtLeases:
    def __init__(self, leases: Leases, clock: Clock, supervisor: Supervisor | None = None) -> None:
        self._leases = leases
        self._clock = clock
        self._supervisor = supervisor or Supervisor()

    @asynccontextmanager
    async def held(self, thought: Thought, patience: float) -> AsyncIterator[bool]:
        """This process has the thought while the block lasts, however long that is. If another one
        has it, waits until that has answered: False; or has died, as its lease tells, or so many
        seconds without an answer."""
        if not await self._is_ours_to_think(thought, patience):
            yield False
            return
        keeping = self._supervisor.start("leases", partial(self._keep, thought))
        try:
            yield await thought.is_still_asked()  # whoever had the lease may just have answered
        finally:
            keeping.cancel()
            with suppress(StoreUnavailable):  # it ends by itself
                await run_shielded(self._release(thought))

    async def sweep(self) -> None:
        await self._leases.sweep(self._clock.now())

    async def _is_ours_to_think(self, thought: Thought, patience: float) -> bool:
        """Waits until the lease is taken; False: another process has answered."""
        give_up = self._clock.elapsed() + patience
        left = patience
        while (until := await self._take(thought, in_haste=left <= 0)) is not None:
            runs_out = max(until - self._clock.now(), 0) / SECOND + MARGIN_SECONDS
            await asyncio.sleep(min(runs_out, left, LOOK_SECONDS))
            if not await thought.is_still_asked():
                return False
            left = give_up - self._clock.elapsed()
        return True

    async def _keep(self, thought: Thought) -> None:
        """Extends the lease, and ends a thought that is in vain: where the table has moved on, or
        another process has taken over, nobody tells this one."""
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            if not await thought.is_still_asked() or await self._take(thought) is not None:
                thought.end()
                return

    async def _take(self, thought: Thought, *, in_haste: bool = False) -> int | None:
        """None, or until when another process has it; in haste it is taken from any."""
        now = self._clock.now()
        until = now + round(LEASE_SECONDS * SECOND)
        free = _LATER_THAN_ALL if in_haste else now
        taking = run_in_background(
            self._leases.take(thought.game, thought.seat, thought.question, free, until)
        )
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            run_in_background(self._give_back(taking, thought))
            raise

    async def _give_back(self, taking: asyncio.Task[int | None], thought: Thought) -> None:
        """Releases, once it is taken, what is not wanted any more."""
        with suppress(StoreUnavailable):
            await taking
            await self._release(thought)

    async def _release(self, thought: Thought) -> None:
        await self._leases.release(thought.game, thought.seat, thought.question)
