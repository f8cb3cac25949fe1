"""How accepted actions per second scale with server processes: with PostgreSQL and Redis, and with
one SQLite file and Redis. Needs a machine with several cores for each process that it starts; the
CPU time that each part uses shows the bottleneck.

Players connect to any process: most tables have players in two of them, as behind a proxy.
"""

import asyncio
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.context import SpawnContext
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from threading import BrokenBarrierError

import uvloop

from bench.server import load_generators
from bench.server.adapter import Refused, ServerAdapter
from bench.server.clients import TIMEOUT
from bench.server.cpu_pinning import allow_many_files
from bench.server.grav_server import BUILD_FOLDER, start_grav
from bench.server.resource_usage import cpu_seconds
from grav.testing.infrastructure.services import ServiceMissing, postgres, redis

PROCESSES = (1, 2, 3, 4, 8)
DATABASES = ("postgresql", "sqlite")
TABLES, TABLES_A_PROCESS = 900, 600
"""Minimum number of tables in all and for each process: boards must not fill up."""
WARM_UP, PERIOD = 3.0, 8.0
SEATING_TIMEOUT = 10 * TIMEOUT
"""Timeout in seconds for all clients to connect."""
MIN_SATURATED_SHARE = 0.9
"""The share of a core from which a process counts as saturated."""

RateOrError = float | Exception


@dataclass(frozen=True)
class ScalingRow:
    """Accepted actions per second, and the cores that each part used."""

    database: str
    processes: int
    rate: float
    cores: dict[str, float]

    def microseconds_per_action(self) -> dict[str, float]:
        """Returns the CPU time of one action in microseconds, by part."""
        return {part: 1e6 * cores / self.rate for part, cores in self.cores.items()}

    @property
    def bottleneck(self) -> str:
        """The bottleneck, in words."""
        if self.cores["servers"] >= MIN_SATURATED_SHARE * self.processes:
            return "the server processes"
        if self.cores["redis"] >= MIN_SATURATED_SHARE:
            return "Redis, which has one core"
        if sum(self.cores.values()) >= MIN_SATURATED_SHARE * (os.cpu_count() or 1):
            return "the cores of the machine"
        if self.database == "sqlite" and self.processes > 1:
            return "SQLite: one process writes at a time, and the others wait"
        return "waiting: for commits, and for each other"

    def to_json(self) -> dict[str, object]:
        return {
            "database": self.database,
            "processes": self.processes,
            "rate": self.rate,
            "cores": self.cores,
            "microseconds": self.microseconds_per_action(),
            "limit": self.bottleneck,
        }


@dataclass(frozen=True)
class BenchDeployment:
    """A server that listens, and the pids of its parts: servers, database, Redis."""

    adapter: ServerAdapter
    pids: dict[str, int]


def rows(processes: tuple[int, ...] = PROCESSES) -> Iterator[ScalingRow]:
    for database in DATABASES:
        for number in processes:
            with start_deployment(database, number) as there:
                yield measure(there, database, number)


@contextmanager
def start_deployment(database: str, processes: int) -> Iterator[BenchDeployment]:
    """Starts a server with its database, and with Redis if it has more than one process."""
    BUILD_FOLDER.mkdir(exist_ok=True)
    with ExitStack() as stack:
        pids, options = dict[str, int](), list[str]()
        if database == "postgresql":
            store = stack.enter_context(postgres(durable=True))
            url, pids["database"] = store.url, _require_pid(store.pid)
        else:
            url = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD_FOLDER))}/b.sqlite"
        if processes > 1:
            channels = stack.enter_context(redis())
            pids["redis"] = _require_pid(channels.pid)
            options = ["--redis", channels.url, "--workers", str(processes)]
        serving = stack.enter_context(start_grav(url, allow_many_files, *options))
        yield BenchDeployment(serving.adapter, {"servers": serving.pid, **pids})


def measure(
    there: BenchDeployment,
    database: str,
    processes: int,
    tables: int | None = None,
    clients: int | None = None,
    warm_up: float = WARM_UP,
    period: float = PERIOD,
) -> ScalingRow:
    """Saturates a server from enough client processes that they are not the bottleneck; all begin
    together."""
    tables = tables or max(TABLES, TABLES_A_PROCESS * processes)
    clients = clients or max(1, min(processes + 1, (os.cpu_count() or 1) // 2))
    context = multiprocessing.get_context("spawn")
    begin, results = context.Barrier(clients + 1), context.Queue()
    load_of_one = (there.adapter, there.pids["servers"], tables // clients, warm_up, period)
    with _run_clients(context, clients, begin, results, load_of_one):
        try:
            begin.wait(SEATING_TIMEOUT)
        except BrokenBarrierError:
            raise _first_error([results.get(timeout=TIMEOUT)]) or Refused("Nobody came.") from None
        time.sleep(warm_up)
        before, since = _cpu_seconds(there.pids), time.perf_counter()
        time.sleep(period)
        used, seconds = _cpu_seconds(there.pids), time.perf_counter() - since
        rates = [results.get(timeout=TIMEOUT) for _ in range(clients)]
    if (trouble := _first_error(rates)) is not None:
        raise trouble
    cores = {part: (used[part] - before[part]) / seconds for part in used}
    rate = sum(rate for rate in rates if isinstance(rate, float))
    return ScalingRow(database, processes, rate, {"database": 0.0, "redis": 0.0, **cores})


@contextmanager
def _run_clients(
    context: SpawnContext,
    clients: int,
    begin: Barrier,
    results: "Queue[RateOrError]",
    load_of_one: tuple[ServerAdapter, int, int, float, float],
) -> Iterator[None]:
    running = [
        context.Process(target=_play, args=(begin, results, load_of_one), daemon=True)
        for _ in range(clients)
    ]
    for each in running:
        each.start()
    try:
        yield
    finally:
        for each in running:
            each.join(TIMEOUT)
            each.kill()


def _play(
    begin: Barrier,
    results: "Queue[RateOrError]",
    load_of_one: tuple[ServerAdapter, int, int, float, float],
) -> None:
    """Runs in a client process: plays, and puts its rate or its error into the queue."""

    async def ready() -> None:
        await asyncio.to_thread(begin.wait, SEATING_TIMEOUT)

    allow_many_files()
    period = load_of_one[-1]
    try:
        done = uvloop.run(load_generators.run_closed_loop(*load_of_one, ready))
        # The other processes play on, and the cost of all of them is measured to the end.
        results.put(done.rate if done.seconds >= period else Refused("A board was full too soon."))
    except Exception as problem:  # noqa: BLE001 - sent to the parent
        begin.abort()
        results.put(Refused(f"{type(problem).__name__}: {problem}"))


def _first_error(results: Sequence[RateOrError]) -> Exception | None:
    return next((each for each in results if isinstance(each, Exception)), None)


def _cpu_seconds(pids: dict[str, int]) -> dict[str, float]:
    return {part: cpu_seconds(pid) for part, pid in pids.items()}


def _require_pid(pid: int | None) -> int:
    assert pid is not None
    return pid


def format_lines(*, as_json: bool) -> Iterator[str]:
    """Yields all rows as text or JSON; a service that is missing here is reported instead."""
    parts = ("servers", "database", "redis")
    if not as_json:
        costs = "".join(f"{part:>10}" for part in parts)
        yield f"{'':22}{'':19}{'microseconds of an action':>30}"
        yield f"{'database':12}{'processes':>10}{'actions/s':>11}{'growth':>8}{costs}  limit"
    alone = dict[str, float]()
    try:
        for row in rows():
            if as_json:
                yield json.dumps(row.to_json())
                continue
            growth = row.rate / alone.setdefault(row.database, row.rate)
            costs = "".join(f"{row.microseconds_per_action()[part]:10.0f}" for part in parts)
            figures = f"{row.processes:10}{row.rate:11,.0f}{growth:8.2f}"
            yield f"{row.database:12}{figures}{costs}  {row.bottleneck}"
    except ServiceMissing as missing:
        yield f"Left out: {missing}"
