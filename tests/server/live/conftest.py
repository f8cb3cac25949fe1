"""Fixtures of live servers: logs without warnings, bots that take no pause, sweeps to wait for."""

import asyncio

import pytest

from grav.bots.thinking_limit import ThinkingLimit
from grav.server.live import bots, deadline_timers
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.deadline_timers import Timers
from grav.server.table.model import Play
from grav.testing.servers.asgi_driver import TIMEOUT


@pytest.fixture
def bots_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots decide as usual, but without pauses."""
    answer = Opponent.answer

    def answering(self: Opponent, play: Play, limit: ThinkingLimit) -> Answer:
        return answer(self, play, limit)._replace(pause=0.0)

    monkeypatch.setattr(Opponent, "answer", answering)
    monkeypatch.setattr(bots, "SETTLING_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(bots, "BACKOFF_SECONDS", 0.0)


class Sweeps:
    """Counts the finished sweeps of the store for overdue deadlines."""

    finished = 0

    async def wait_for_next(self) -> None:
        """Waits for a sweep that begins after this call: the one under way began before it."""
        last = self.finished + 2
        async with asyncio.timeout(TIMEOUT):
            while self.finished < last:
                await asyncio.sleep(0.002)


@pytest.fixture
def quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> Sweeps:
    """Sweeps the store continuously, and disables the timers of the process."""
    sweeps, sweep_once = Sweeps(), Timers._sweep_once

    async def sweep_and_count(self: Timers) -> None:
        await sweep_once(self)
        sweeps.finished += 1

    monkeypatch.setattr(Timers, "_sweep_once", sweep_and_count)
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.002)
    monkeypatch.setattr(deadline_timers, "OVERDUE_MILLISECONDS", 0)
    return sweeps
