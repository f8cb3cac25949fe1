"""What breaks while the tables are played at: when, and what. All of it follows from a seed."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from bench.soak.notes import Notes

AWAY_SECONDS = (0.0, 1.5)
"""For which something stays away before it is begun anew."""


@dataclass(frozen=True)
class Victim:
    """What can be ended at once, without a word, and begun anew."""

    name: str
    end: Callable[[], Awaitable[None]]
    begin: Callable[[], Awaitable[None]]
    """Is over when it is there again: one thing is away at a time."""
    weight: int
    until: float = inf
    """Seconds after which it is left in peace, so that one life is long enough to see whether it
    grows."""


@dataclass(frozen=True)
class Strike:
    """Something was away, from when until when, in seconds since the beginning."""

    what: str
    begin: float
    end: float


def plan(
    victims: Sequence[Victim], seconds: float, every: float, chance: Random
) -> Iterator[tuple[float, Victim]]:
    """When each is struck: at first each of them once, if there is time, and then by chance."""
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
