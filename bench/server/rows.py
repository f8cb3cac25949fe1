"""The rows of `python -m bench server`: measures both sides in turn, each time with a newly started
server, so that both meet the same load on the machine."""

import os
import sys
from collections.abc import Callable, Iterator

from bench.measuring import BUSY
from bench.server import cold, load, ours, peer, scaling, spread
from bench.server.measure import percentile
from bench.server.pinning import apart, is_possible
from bench.server.row import Figure, Kind, Row
from bench.server.side import Serving, Side
from grav.testing.infrastructure.services import ServiceMissing

ROUNDS = 3
TABLES = 200
WARM_UP, PERIOD = 3.0, 8.0
"""Seconds. During the warm-up, a server still compiles and caches what it will need."""
RATE, PACED_PERIOD = 200.0, 15.0
SPECTATORS = 5000
TABLES_OF_MANY = 1000
"""More than `TABLES`: tables are not spread evenly over several processes, and where a process has
few, a board fills in seconds."""

Measurement = Callable[[Serving], dict[Kind, Figure]]

ACTIONS = Kind(f"accepted actions/s, {TABLES} tables", target=1.2, stretch=2.0)
ACTIONS_OF_CPU = Kind(f"accepted actions for a second of the server's CPU, {TABLES} tables")
MIDDLE = Kind(
    f"ms to the other player at {RATE:g} actions/s, {TABLES} tables, p50",
    is_cost=True,
    target=1 / 1.5,
)
SLOWEST = Kind(
    f"ms to the other player at {RATE:g} actions/s, {TABLES} tables, p99", is_cost=True, target=1.0
)
MEMORY = Kind(
    f"kB of the server's memory for each of {SPECTATORS} who watch", is_cost=True, target=1.0
)
SCALED = Kind(
    f"accepted actions/s, {scaling.PROCESSES} processes (PostgreSQL, Redis) against one, "
    f"{TABLES_OF_MANY} tables"
)
COST_OF_MANY = Kind(
    f"µs of the servers' CPU for an action, {scaling.PROCESSES} processes (PostgreSQL, Redis) "
    f"against one, {TABLES_OF_MANY} tables",
    is_cost=True,
    target=1 / 1.3,
)
STANDSTILL = Kind(
    f"ms that the loop stands still at most, {cold.TABLES} cold {cold.SIZE}x{cold.SIZE} tables "
    "opened / none",
    is_cost=True,
)
REACH = Kind(f"ms until a stone has reached {SPECTATORS} who watch", is_cost=True, target=1.0)


def rows() -> Iterator[Row]:
    """Yields all rows; takes some minutes."""
    if not is_possible():
        print("There is one core here, and a load needs two: rows say little.", file=sys.stderr)
    elif os.getloadavg()[0] > BUSY:
        print("Other work is running here: rows of the server say little.", file=sys.stderr)
    sides = (ours.serving, _peer())
    for measurement in (saturated, paced, watched):
        yield from _in_turn(sides, measurement)
    yield from _in_turn((cold.opening, cold.idle), stood_still)
    yield from _scaled()


def saturated(serving: Serving) -> dict[Kind, Figure]:
    told = apart(load.saturate, serving.dialect, serving.pid, TABLES, WARM_UP, PERIOD)
    return {
        ACTIONS: Figure(told.rate, told.cores),
        ACTIONS_OF_CPU: Figure(told.rate / told.cores.server, told.cores),
    }


def paced(serving: Serving) -> dict[Kind, Figure]:
    told = apart(load.pace, serving.dialect, serving.pid, TABLES, RATE, WARM_UP, PACED_PERIOD)
    return {
        kind: Figure(1000 * percentile(told.delays, share), told.cores)
        for kind, share in ((MIDDLE, 0.5), (SLOWEST, 0.99))
    }


def watched(serving: Serving) -> dict[Kind, Figure]:
    told = apart(spread.spread, serving.dialect, serving.pid, SPECTATORS)
    return {
        MEMORY: Figure(told.bytes_each / 1000, told.cores),
        REACH: Figure(1000 * max(told.delays), told.cores),
    }


def stood_still(serving: Serving) -> dict[Kind, Figure]:
    assert isinstance(serving.dialect, cold.Cold)
    told = apart(cold.stand_still, serving.dialect, serving.pid)
    return {STANDSTILL: Figure(1000 * told.longest, told.cores)}


def spread_out(serving: Serving) -> dict[Kind, Figure]:
    told = apart(load.saturate, serving.dialect, serving.pid, TABLES_OF_MANY, WARM_UP, PERIOD)
    return {
        SCALED: Figure(told.rate, told.cores),
        COST_OF_MANY: Figure(1_000_000 * told.cores.server / told.rate, told.cores),
    }


def _scaled() -> Iterator[Row]:
    try:
        yield from _in_turn((scaling.three, scaling.one), spread_out)
    except ServiceMissing as missing:
        print(f"The row about many processes is left out: {missing}", file=sys.stderr)


def _peer() -> Side | None:
    try:
        peer.install()
    except peer.PeerMissing as missing:
        print(f"The figures of boardgame.io are left out: {missing}", file=sys.stderr)
        return None
    return peer.serving


def _in_turn(sides: tuple[Side, Side | None], measure: Measurement) -> Iterator[Row]:
    taken: tuple[list[dict[Kind, Figure]], ...] = ([], [])
    for _ in range(ROUNDS):
        for side, rounds in zip(sides, taken, strict=True):
            if side is not None:
                with side() as serving:
                    rounds.append(measure(serving))
    for kind in taken[0][0]:
        yield Row(kind, *(kind.best(figures[kind] for figures in rounds) for rounds in taken))
