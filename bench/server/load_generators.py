"""Loads on a server by scripted players: a closed loop, which measures throughput, and an open loop
at a constant rate, which measures latency."""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from bench.server import scripted_game
from bench.server.adapter import Refused, ServerAdapter
from bench.server.clients import Client, ClientPool
from bench.server.resource_usage import Cores, Meter

SPIN_SECONDS = 0.002
"""Seconds before an action is due from which the generator busy-waits: timers here are accurate to
a millisecond only, and that error would be measured."""
MIN_PERIOD = 2.0
"""Minimum seconds of a period until the first board is full: a rate over less says little."""
STILL_SECONDS = 10.0
"""Timeout after the period for tables at which nothing has happened yet: on a busy machine a turn
takes long. A table where nothing happens for that long is not slow: its action was lost."""

Clock = Callable[[], float]


class Player(Protocol):
    """What `OpenLoop` needs of a client in a seat."""

    table: int
    seat: int | None
    shown: int

    def act(self, number: int) -> None: ...


@dataclass(frozen=True)
class Throughput:
    """Accepted actions per second, and over how many seconds they were counted."""

    rate: float
    seconds: float
    cores: Cores


@dataclass(frozen=True)
class Latency:
    """Seconds from when each action was due until the other player was shown it."""

    delays: tuple[float, ...]
    cores: Cores


async def run_closed_loop(
    adapter: ServerAdapter,
    server: int,
    tables: int,
    warm_up: float,
    period: float,
    ready: Callable[[], Awaitable[None]] | None = None,
) -> Throughput:
    """Closed loop: all players act as soon as they know that it is their turn. An action counts
    when its player is shown it. `ready` is awaited once all clients have connected: those of other
    processes may still be connecting.

    The period is over as soon as a board is full: from then on fewer tables are played at."""
    pool = ClientPool(adapter)
    players = await pool.open_tables(tables)
    if ready is not None:
        await ready()
    accepted = [0] * tables
    is_full = False

    def act(client: Client, before: int) -> None:
        nonlocal is_full
        number = client.shown
        if before < number and scripted_game.actor(before) == client.seat:
            accepted[client.table] += 1
        if scripted_game.actor(number) != client.seat:
            return
        if number < scripted_game.LENGTH:
            client.act(number)
        else:
            is_full = True

    pool.on_shown = act
    for client in players:
        act(client, client.shown)
    await pool.sleep_unless_failed(warm_up)
    meter, before = Meter(server), accepted.copy()
    while not is_full and meter.seconds() < period:
        await pool.sleep_unless_failed(SPIN_SECONDS)
    if meter.seconds() < min(period, MIN_PERIOD):
        raise Refused("A board is full before the time is over: take more tables.")
    done, seconds, cores = sum(accepted) - sum(before), meter.seconds(), meter.cores()
    while still := sum(now == then for now, then in zip(accepted, before, strict=True)):
        if meter.seconds() > seconds + STILL_SECONDS:
            raise Refused(f"{still} of {tables} tables stood still for {meter.seconds():.1f} s.")
        await pool.sleep_unless_failed(SPIN_SECONDS)
    pool.close()
    return Throughput(done / seconds, seconds, cores)


async def run_open_loop(
    adapter: ServerAdapter, server: int, tables: int, rate: float, warm_up: float, period: float
) -> Latency:
    """Open loop: sends actions at scheduled times, at one table after the other."""
    pool = ClientPool(adapter)
    open_loop = OpenLoop(await pool.open_tables(tables))
    pool.on_shown = open_loop.note_shown
    await _send_on_schedule(schedule(rate, tables, warm_up, time.perf_counter()), open_loop, pool)
    open_loop.delays.clear()
    meter = Meter(server)
    await _send_on_schedule(schedule(rate, tables, period, time.perf_counter()), open_loop, pool)
    cores = meter.cores()
    pool.close()
    return Latency(tuple(open_loop.delays), cores)


def schedule(rate: float, tables: int, period: float, begin: float) -> Iterator[tuple[float, int]]:
    """Yields when and at which table each action is due: fixed beforehand, whatever the server
    does."""
    for number in range(round(rate * period)):
        yield begin + number / rate, number % tables


class OpenLoop:
    """Sends the actions that are due. If a table is not ready for one, because its player has not
    been shown the last one yet, it is sent as soon as possible; the wait counts as delay, which
    avoids coordinated omission."""

    def __init__(self, players: Sequence[Player], clock: Clock = time.perf_counter) -> None:
        self.delays = list[float]()
        self._players = {(player.table, player.seat): player for player in players}
        self._clock = clock
        self._due = defaultdict[int, deque[float]](deque)
        self._sent = defaultdict[int, list[float]](list)
        self._open = 0

    @property
    def is_over(self) -> bool:
        """Whether everything that was due has been shown to the other player."""
        return self._open == 0

    def add_due(self, table: int, moment: float) -> None:
        self._open += 1
        self._due[table].append(moment)
        self._act(table)

    def note_shown(self, player: Player, before: int) -> None:
        now, sent = self._clock(), self._sent[player.table]
        for number in range(before, player.shown):
            if scripted_game.actor(number) != player.seat:
                self.delays.append(now - sent[number])
                self._open -= 1
        self._act(player.table)

    def _act(self, table: int) -> None:
        due, sent = self._due[table], self._sent[table]
        number = len(sent)
        player = self._players[table, scripted_game.actor(number)]
        if due and player.shown == number:
            sent.append(due.popleft())
            player.act(number)


async def _send_on_schedule(
    times: Iterable[tuple[float, int]], open_loop: OpenLoop, pool: ClientPool
) -> None:
    for moment, table in times:
        while (left := moment - time.perf_counter()) > 0:
            await (
                pool.sleep_unless_failed(left - SPIN_SECONDS)
                if left > SPIN_SECONDS
                else asyncio.sleep(0)
            )
        open_loop.add_due(table, moment)
    await pool.wait_until(lambda: open_loop.is_over)
