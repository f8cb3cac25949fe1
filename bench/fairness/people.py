"""People who see a stone and shout, on lines that delay what they send: the model, no judgement."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from grav.server.table.race import KEPT, RoundTrip

REACTION, SCATTER = 900, 0.3
"""Milliseconds after which half of all shouts have come, and how far their logarithm scatters."""
FRAME = 17
"""From one picture of a screen to the next: a stone waits for up to so long to be painted."""
DEVICE = 40
"""Screens and keys differ by up to so much, and no clock of client or server sees it."""
SPIKES, SPIKE = 0.02, 150
"""The share of packets that are held up badly, and by how much on average."""


@dataclass(frozen=True)
class Line:
    """Milliseconds each way, at best; `jitter` is what chance adds on average, each way."""

    down: int
    up: int
    jitter: int

    def __str__(self) -> str:
        return f"{self.down} / {self.up}"


@dataclass(frozen=True)
class Client:
    """Somebody's client: an honest one unless it is told to lie."""

    line: Line
    says_less: int | None = 0
    """What is taken off its word; None where it gives none."""
    delays_pongs: int = 0
    pongs: int = KEPT
    """How many pings were answered over this connection."""
    away: int = 0
    """How long it has no connection to shout over, after the stone was in sight."""


@dataclass(frozen=True)
class Shout:
    """The truth about a shout, and what the server gets to know."""

    reaction: int
    elapsed: int
    round_trip: int | None
    said: int | None


class Chance:
    """All that happens by chance. Of Python's generator only `random()` is sure to stay the same,
    so everything is worked out from that."""

    def __init__(self, seed: str) -> None:
        self._uniform = random.Random(seed).random
        self._reactions = NormalDist(math.log(REACTION), SCATTER)

    def reaction(self) -> int:
        return round(math.exp(self._reactions.inv_cdf(1 - self._uniform())))

    def one_of(self, lines: Sequence[Line]) -> Line:
        return lines[int(self._uniform() * len(lines))]

    def shuffled(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(seats, key=lambda _: self._uniform()))

    def shout(self, client: Client, reaction: int) -> Shout:
        """The stone comes down, is painted, seen and shouted at, and the shout goes up."""
        line = client.line
        noticed = reaction + round(self._uniform() * DEVICE)
        said = None if client.says_less is None else max(noticed - client.says_less, 0)
        painted = self._leg(line.down, line) + self._uniform() * FRAME
        arrival = painted + noticed + client.away + self._leg(line.up, line)
        return Shout(reaction, round(arrival), self._round_trip(client), said)

    def _round_trip(self, client: Client) -> int | None:
        line, found = client.line, RoundTrip()
        for _ in range(client.pongs):
            way = self._leg(line.down, line) + self._leg(line.up, line)
            found = found.heard(round(way) + client.delays_pongs)
        return found.value()

    def _leg(self, least: int, line: Line) -> float:
        late = SPIKE if self._uniform() < SPIKES else line.jitter
        return least - late * math.log(1 - self._uniform())
