"""Fan-out at one table with very many spectators: the server's memory for each of them, and how
long a stone takes to reach them all."""

import time
from dataclasses import dataclass

from bench.server.adapter import ServerAdapter
from bench.server.clients import Client, ClientPool
from bench.server.resource_usage import Cores, Meter, resident_bytes

SETTLE_SECONDS = 2.0
"""Seconds after which a server has freed what it needed to accept a connection."""


@dataclass(frozen=True)
class FanOut:
    """Bytes of the server's memory for each spectator, seconds until each of them was shown the
    stone, and the cores used while they connected."""

    bytes_each: float
    delays: tuple[float, ...]
    cores: Cores


async def measure_fan_out(adapter: ServerAdapter, server: int, spectators: int) -> FanOut:
    """Returns when the stone has reached every spectator; raises if it does not."""
    pool = ClientPool(adapter)
    first, _ = await pool.open_tables(1)
    await pool.sleep_unless_failed(SETTLE_SECONDS)
    before, meter = resident_bytes(server), Meter(server)
    await pool.connect((0, None) for _ in range(spectators))
    cores = meter.cores()
    await pool.sleep_unless_failed(SETTLE_SECONDS)
    after = resident_bytes(server)
    delays = list[float]()

    def note(client: Client, _before: int) -> None:
        if client.seat is None:
            delays.append(time.perf_counter() - begin)

    pool.on_shown = note
    begin = time.perf_counter()
    first.act(0)
    await pool.wait_until(lambda: len(delays) == spectators)
    pool.close()
    return FanOut((after - before) / spectators, tuple(delays), cores)
