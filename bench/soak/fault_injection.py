"""Fault injection: what is stopped while the tables are played at, and when, from a seed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from bench.soak.load_measurements import Metrics

DOWN_SECONDS = (0.0, 1.5)
"""Range of the time for which a target stays down before it is restarted."""


@dataclass(frozen=True)
class FaultTarget:
    """What can be stopped at once, without warning, and restarted."""

    name: str
    end: Callable[[], Awaitable[None]]
    begin: Callable[[], Awaitable[None]]
    """Returns when it is up again: only one target is down at a time."""
    weight: int
    until: float = inf
    """Seconds after which it is no longer stopped, so that one life is long enough to judge whether
    it grows."""


@dataclass(frozen=True)
class Outage:
    """A target was down, from when until when, in seconds since the beginning."""

    what: str
    begin: float
    end: float


def schedule_faults(
    targets: Sequence[FaultTarget], seconds: float, every: float, chance: Random
) -> Iterator[tuple[float, FaultTarget]]:
    """Yields when each target is struck: first each of them once, if there is time, then at random
    by weight."""
    turns = list(targets)
    chance.shuffle(turns)
    at = every * chance.uniform(0.5, 1.0)
    while at < seconds - every / 2:
        alive = [each for each in targets if at < each.until]
        first = [each for each in turns if each in alive]
        if not alive:
            return
        target = first[0] if first else chance.choices(alive, [it.weight for it in alive])[0]
        if target in turns:
            turns.remove(target)
        yield at, target
        at += every * chance.uniform(0.5, 1.5)


async def inject_faults(
    targets: Sequence[FaultTarget], seconds: float, every: float, chance: Random, metrics: Metrics
) -> list[Outage]:
    outages = []
    for at, target in schedule_faults(targets, seconds, every, chance):
        await asyncio.sleep(max(0.0, at - metrics.elapsed()))
        begin = metrics.elapsed()
        await target.end()
        await asyncio.sleep(chance.uniform(*DOWN_SECONDS))
        await target.begin()
        outages.append(Outage(target.name, begin, metrics.elapsed()))
    return outages
