"""The model of people who see a stone and shout, over connections with latency; judges nothing."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from grav.server.table.shout_race import MAX_SAMPLES, RoundTrip

REACTION, SCATTER = 900, 0.3
"""Log-normal reaction times: the median in milliseconds, and the standard deviation of the
logarithm."""
FRAME = 17
"""Milliseconds from one frame of a screen to the next: a stone waits up to one frame to be
painted."""
DEVICE = 40
"""Maximum delay of screens and keys in milliseconds; no clock of client or server measures it."""
SPIKES, SPIKE = 0.02, 150
"""Latency spikes: the share of packets, and their mean extra delay in milliseconds."""


@dataclass(frozen=True)
class Line:
    """A connection: minimum latency each way in milliseconds; `jitter` is the mean of the random
    (exponentially distributed) delay that is added each way."""

    down: int
    up: int
    jitter: int

    def __str__(self) -> str:
        return f"{self.down} / {self.up}"


@dataclass(frozen=True)
class Client:
    """A client; honest unless the fields say otherwise."""

    line: Line
    says_less: int | None = 0
    """By how much it understates its own reaction time; None if it sends none."""
    delays_pongs: int = 0
    pongs: int = MAX_SAMPLES
    """How many pings were answered over this connection."""
    away: int = 0
    """How long it has no connection to shout over, after the stone was visible."""


@dataclass(frozen=True)
class Shout:
    """A shout: the true reaction, and what the server learns of it."""

    reaction: int
    elapsed: int
    round_trip: int | None
    said: int | None


class Chance:
    """The random numbers. Of Python's generator only `random()` is guaranteed to stay the same, so
    everything is derived from that."""

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
        """Draws a shout: the stone is sent, painted and noticed, and the shout is sent back."""
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
            found = found.with_sample(round(way) + client.delays_pongs)
        return found.value()

    def _leg(self, least: int, line: Line) -> float:
        late = SPIKE if self._uniform() < SPIKES else line.jitter
        return least - late * math.log(1 - self._uniform())
