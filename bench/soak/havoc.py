"""Fault injection: what is stopped while the tables are played at, and when, from a seed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from bench.soak.notes import Notes

AWAY_SECONDS = (0.0, 1.5)
"""Range of the time for which a victim stays down before it is restarted."""


@dataclass(frozen=True)
class Victim:
    """What can be stopped at once, without warning, and restarted."""

    name: str
    end: Callable[[], Awaitable[None]]
    begin: Callable[[], Awaitable[None]]
    """Returns when it is up again: only one victim is down at a time."""
    weight: int
    until: float = inf
    """Seconds after which it is no longer stopped, so that one life is long enough to judge whether
    it grows."""


@dataclass(frozen=True)
class Strike:
    """A victim was down, from when until when, in seconds since the beginning."""

    what: str
    begin: float
    end: float


def plan(
    victims: Sequence[Victim], seconds: float, every: float, chance: Random
) -> Iterator[tuple[float, Victim]]:
    """Yields when each victim is struck: first each of them once, if there is time, then at random
    by weight."""
    turns = list(victims)
    chance.shuffle(turns)
    at = every * chance.uniform(0.5, 1.0)
    while at < seconds - every / 2:
        alive = [each for each in victims if at < each.until]
        first = [each for each in turns if each in alive]
        if not alive:
            return
        victim = first[0] if first else chance.choices(alive, [it.weight for it in alive])[0]
        if victim in turns:
            turns.remove(victim)
        yield at, victim
        at += every * chance.uniform(0.5, 1.5)


async def wreak(
    victims: Sequence[Victim], seconds: float, every: float, chance: Random, notes: Notes
) -> list[Strike]:
    strikes = []
    for at, victim in plan(victims, seconds, every, chance):
        await asyncio.sleep(max(0.0, at - notes.elapsed()))
        begin = notes.elapsed()
        await victim.end()
        await asyncio.sleep(chance.uniform(*AWAY_SECONDS))
        await victim.begin()
        strikes.append(Strike(victim.name, begin, notes.elapsed()))
    return strikes
