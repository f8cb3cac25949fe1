"""The model of people who see a stone and shout, over connections with latency; judges nothing."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from grav.server.table.shout_race import MAX_SAMPLES, RoundTrip

MEDIAN_REACTION, REACTION_SIGMA = 900, 0.3
"""Log-normal reaction times: the median in milliseconds, and the standard deviation of the
logarithm."""
FRAME_TIME = 17
"""Milliseconds from one frame of a screen to the next: a stone waits up to one frame to be
painted."""
MAX_DEVICE_DELAY = 40
"""Maximum delay of screens and keys in milliseconds; no clock of client or server measures it."""
SPIKE_PROBABILITY, SPIKE_DELAY = 0.02, 150
"""Latency spikes: the share of packets, and their mean extra delay in milliseconds."""


@dataclass(frozen=True)
class Connection:
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

    connection: Connection
    understates: int | None = 0
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
        self._reactions = NormalDist(math.log(MEDIAN_REACTION), REACTION_SIGMA)

    def reaction(self) -> int:
        return round(math.exp(self._reactions.inv_cdf(1 - self._uniform())))

    def one_of(self, connections: Sequence[Connection]) -> Connection:
        return connections[int(self._uniform() * len(connections))]

    def shuffled(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(seats, key=lambda _: self._uniform()))

    def shout(self, client: Client, reaction: int) -> Shout:
        """Draws a shout: the stone is sent, painted and noticed, and the shout is sent back."""
        connection = client.connection
        noticed = reaction + round(self._uniform() * MAX_DEVICE_DELAY)
        said = None if client.understates is None else max(noticed - client.understates, 0)
        painted = self._one_way_delay(connection.down, connection) + self._uniform() * FRAME_TIME
        arrival = painted + noticed + client.away + self._one_way_delay(connection.up, connection)
        return Shout(reaction, round(arrival), self._round_trip(client), said)

    def _round_trip(self, client: Client) -> int | None:
        connection, found = client.connection, RoundTrip()
        for _ in range(client.pongs):
            way = self._one_way_delay(connection.down, connection) + self._one_way_delay(
                connection.up, connection
            )
            found = found.with_sample(round(way) + client.delays_pongs)
        return found.value()

    def _one_way_delay(self, least: int, connection: Connection) -> float:
        late = SPIKE_DELAY if self._uniform() < SPIKE_PROBABILITY else connection.jitter
        return least - late * math.log(1 - self._uniform())
