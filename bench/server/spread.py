"""Fan-out at one table with very many spectators: the server's memory for each of them, and how
long a stone takes to reach them all."""

import time
from dataclasses import dataclass

from bench.server.clients import Client, Company
from bench.server.dialect import Dialect
from bench.server.measure import Cores, Meter, resident_bytes

SETTLING = 2.0
"""Seconds after which a server has freed what it needed to accept a connection."""


@dataclass(frozen=True)
class Spread:
    """Bytes of the server's memory for each spectator, seconds until each of them was shown the
    stone, and the cores used while they connected."""

    bytes_each: float
    delays: tuple[float, ...]
    cores: Cores


async def spread(dialect: Dialect, server: int, spectators: int) -> Spread:
    """Returns when the stone has reached every spectator; raises if it does not."""
    company = Company(dialect)
    first, _ = await company.play(1)
    await company.rest(SETTLING)
    before, meter = resident_bytes(server), Meter(server)
    await company.come((0, None) for _ in range(spectators))
    cores = meter.cores()
    await company.rest(SETTLING)
    after = resident_bytes(server)
    delays = list[float]()

    def note(client: Client, _before: int) -> None:
        if client.seat is None:
            delays.append(time.perf_counter() - begin)

    company.tell = note
    begin = time.perf_counter()
    first.act(0)
    await company.until(lambda: len(delays) == spectators)
    company.leave()
    return Spread((after - before) / spectators, tuple(delays), cores)
