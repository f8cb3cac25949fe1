"""Random rules of every kind, more often of kinds in which many situations coincide."""

from dataclasses import replace
from random import Random
from typing import Any

from grav.rules import (
    EDITIONS,
    MAX_PLAYERS,
    MAX_SIZE,
    MIN_PLAYERS,
    MIN_SIZE,
    PARTS,
    Edition,
    Enforcement,
    Rules,
    Setting,
)
from grav.testing.games.random_house_rules import random_number, random_value

_EXTREME = 0.1
"""How often a number without an upper bound is beyond what any board can reach."""


def random_rules(chance: Random, max_size: int = MAX_SIZE) -> Rules:
    """Returns random playable rules. The same state of `chance` gives the same rules."""
    size = chance.randint(MIN_SIZE, min(max_size, chance.choice((5, 7, 9, MAX_SIZE))))
    players = chance.randint(MIN_PLAYERS, chance.choice((2, 3, MAX_PLAYERS)))
    return Rules(
        size,
        players,
        _setting(size, chance),
        _edition(chance),
        chance.choice(list(Enforcement)),
        chance.choice((None, chance.randrange(players))),
    )


def _setting(size: int, chance: Random) -> Setting:
    """Draws a setting: half are close to what people play, where games are long; the rest any."""
    if chance.random() < 0.5:
        b = chance.randint(2, min(size, 4))
        c = chance.randint((b * b + 1) // 2, b * b)
        d = chance.randint(0, 2)
        return Setting(chance.choice((3, 3, 4)), b, max(2, c), d, max(1, d) + chance.randint(1, 6))
    b = chance.randint(2, size)
    d = chance.randint(0, 2 * (size - 1))
    return Setting(
        random_number(3, size + 1, chance, _EXTREME),
        b,
        chance.randint(2, b * b),
        d,
        random_number(max(1, d), 2 * size, chance, _EXTREME),
    )


def _edition(chance: Random) -> Edition:
    """Draws an edition, unchanged or with random house rules."""
    edition = chance.choice(list(EDITIONS.values()))
    values = {name: random_value(part, chance, _EXTREME) for name, part in PARTS.items()}
    if chance.random() < 0.5:
        return edition
    kept: dict[str, Any] = {name: value for name, value in values.items() if chance.random() < 0.5}
    return replace(edition, **kept)
