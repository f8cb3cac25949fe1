"""The rows of `python -m bench server`: measures both sides in turn, each time with a newly
started server, so that both meet the same load on the machine."""

import os
import sys
from collections.abc import Callable, Iterator

from bench.measuring import MAX_IDLE_LOAD
from bench.server import (
    boardgameio_server,
    cold_tables,
    fan_out,
    grav_server,
    load_generators,
    several_processes,
)
from bench.server.adapter import RunningServer, StartServer
from bench.server.comparison_row import Figure, Kind, Row
from bench.server.cpu_pinning import has_two_cores, run_on_client_core
from bench.server.resource_usage import percentile
from grav.testing.infrastructure.services import ServiceMissing

ROUNDS = 3
TABLES = 200
WARM_UP, PERIOD = 3.0, 8.0
"""Seconds. During the warm-up, a server still compiles and caches what it will need."""
RATE, PACED_PERIOD = 200.0, 15.0
SPECTATORS = 5000
TABLES_OF_MANY = 1000
"""More than `TABLES`: tables are not spread evenly over several processes, and where a process
has few, a board fills in seconds."""

Measurement = Callable[[RunningServer], dict[Kind, Figure]]

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
    f"accepted actions/s, {several_processes.PROCESSES} processes (PostgreSQL, Redis) against one, "
    f"{TABLES_OF_MANY} tables"
)
COST_OF_MANY = Kind(
    f"µs of the servers' CPU for an action, {several_processes.PROCESSES} processes "
    f"(PostgreSQL, Redis) against one, {TABLES_OF_MANY} tables",
    is_cost=True,
    target=1 / 1.3,
)
STANDSTILL = Kind(
    f"ms that the loop stands still at most, {cold_tables.TABLES} cold "
    f"{cold_tables.SIZE}x{cold_tables.SIZE} tables opened / none",
    is_cost=True,
)
REACH = Kind(f"ms until a stone has reached {SPECTATORS} who watch", is_cost=True, target=1.0)


def rows() -> Iterator[Row]:
    """Yields all rows; takes some minutes."""
    if not has_two_cores():
        print("There is one core here, and a load needs two: rows say little.", file=sys.stderr)
    elif os.getloadavg()[0] > MAX_IDLE_LOAD:
        print("Other work is running here: rows of the server say little.", file=sys.stderr)
    sides = (grav_server.start_pinned, _boardgameio())
    for measurement in (measure_throughput, measure_latency, measure_spectators):
        yield from _measure_in_turn(sides, measurement)
    yield from _measure_in_turn(
        (cold_tables.start_with_cold_tables, cold_tables.start_idle), measure_cold_tables
    )
    yield from _compare_process_counts()


def measure_throughput(server: RunningServer) -> dict[Kind, Figure]:
    told = run_on_client_core(
        load_generators.run_closed_loop, server.adapter, server.pid, TABLES, WARM_UP, PERIOD
    )
    return {
        ACTIONS: Figure(told.rate, told.cores),
        ACTIONS_OF_CPU: Figure(told.rate / told.cores.server, told.cores),
    }


def measure_latency(server: RunningServer) -> dict[Kind, Figure]:
    told = run_on_client_core(
        load_generators.run_open_loop,
        server.adapter,
        server.pid,
        TABLES,
        RATE,
        WARM_UP,
        PACED_PERIOD,
    )
    return {
        kind: Figure(1000 * percentile(told.delays, share), told.cores)
        for kind, share in ((MIDDLE, 0.5), (SLOWEST, 0.99))
    }


def measure_spectators(server: RunningServer) -> dict[Kind, Figure]:
    told = run_on_client_core(fan_out.measure_fan_out, server.adapter, server.pid, SPECTATORS)
    return {
        MEMORY: Figure(told.bytes_each / 1000, told.cores),
        REACH: Figure(1000 * max(told.delays), told.cores),
    }


def measure_cold_tables(server: RunningServer) -> dict[Kind, Figure]:
    assert isinstance(server.adapter, cold_tables.ColdServer)
    told = run_on_client_core(cold_tables.measure_blocking, server.adapter, server.pid)
    return {STANDSTILL: Figure(1000 * told.longest, told.cores)}


def measure_process_counts(server: RunningServer) -> dict[Kind, Figure]:
    told = run_on_client_core(
        load_generators.run_closed_loop, server.adapter, server.pid, TABLES_OF_MANY, WARM_UP, PERIOD
    )
    return {
        SCALED: Figure(told.rate, told.cores),
        COST_OF_MANY: Figure(1_000_000 * told.cores.server / told.rate, told.cores),
    }


def _compare_process_counts() -> Iterator[Row]:
    try:
        yield from _measure_in_turn(
            (several_processes.start_three, several_processes.start_one), measure_process_counts
        )
    except ServiceMissing as missing:
        print(f"The row about many processes is left out: {missing}", file=sys.stderr)


def _boardgameio() -> StartServer | None:
    try:
        boardgameio_server.install()
    except boardgameio_server.BoardgameIoMissing as missing:
        print(f"The figures of boardgame.io are left out: {missing}", file=sys.stderr)
        return None
    return boardgameio_server.start


def _measure_in_turn(
    sides: tuple[StartServer, StartServer | None], measure: Measurement
) -> Iterator[Row]:
    taken: tuple[list[dict[Kind, Figure]], ...] = ([], [])
    for _ in range(ROUNDS):
        for side, rounds in zip(sides, taken, strict=True):
            if side is not None:
                with side() as server:
                    rounds.append(measure(server))
    for kind in taken[0][0]:
        yield Row(kind, *(kind.best(figures[kind] for figures in rounds) for rounds in taken))
