"""Runs one soak, from starting the servers to the checks of its result."""

import asyncio
import gc
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from random import Random

import httpx
from sqlalchemy import func, select

from bench.soak.checks import Check, check_delays, check_faults, check_growth, check_judged
from bench.soak.consistency import Archive, digest
from bench.soak.deployment import RunningDeployment, with_postgres, with_sqlite
from bench.soak.fault_injection import inject_faults
from bench.soak.http_requests import LoadBalancer
from bench.soak.load import GameLoad
from bench.soak.load_measurements import Metrics
from bench.soak.process_sampling import Sampler
from bench.soak.result import Result
from grav.server.store import Database, Journal
from grav.server.store.schema import games
from grav.testing.servers.consistency import open_for_checks
from grav.testing.servers.server_processes import TIMEOUT

MAX_INTERVAL_SECONDS = 5.0
INTERVALS = 60
"""The number of intervals into which a short soak is divided."""
SHARE_OF_SATURATION = 0.5
SATURATED_SECONDS = 20.0
"""How long everybody acts as soon as they can, to measure the saturation: the second half counts.
It is that of these games, these clients and this machine."""


@dataclass(frozen=True)
class Plan:
    seconds: float = 600.0
    rate: float | None = None
    """Commands per second; None: half of the measured saturation."""
    tables: int = 100
    processes: int = 3
    sqlite: bool = False
    """One process with SQLite, instead of several with PostgreSQL and Redis."""
    every: float = 30.0
    """Seconds from one fault to the next, on average."""
    seed: int = 1


def soak(plan: Plan, folder: Path) -> Result:
    """Runs a soak; the servers write their files into a temporary folder below `folder`."""
    _shorten_pauses()
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=folder) as name,
        _start_deployment(plan, Path(name)) as running,
    ):
        return asyncio.run(_soak(plan, running))


def _shorten_pauses() -> None:
    """Exempts imported modules from the cyclic GC of the clients' process: a full collection took
    0.1 s, which was then measured as delays of the server."""
    gc.collect()
    gc.freeze()


def _start_deployment(plan: Plan, folder: Path) -> AbstractContextManager[RunningDeployment]:
    if plan.sqlite:
        return with_sqlite(plan.seconds, folder)
    return with_postgres(plan.processes, folder)


async def _soak(plan: Plan, running: RunningDeployment) -> Result:
    deployment = running.deployment
    async with (
        httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http,
        open_for_checks(deployment.database) as database,
    ):
        # Each guest sends their own cookie; the HTTP client that they share stores none.
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))
        for server in deployment.servers:
            (await http.get(f"{await server.url()}/healthz")).raise_for_status()
        balancer, journal, archive = (
            LoadBalancer(deployment, Random(plan.seed)),
            Journal(database),
            Archive(),
        )

        def load(metrics: Metrics, rate: float | None) -> GameLoad:
            return GameLoad(balancer, http, journal, archive, metrics, rate, plan.seed)

        how, warm_up = _describe(plan), Metrics(1.0)
        rate = plan.rate
        if rate is None:
            await load(warm_up, None).run(plan.tables, SATURATED_SECONDS)
            most = warm_up.rate("sent", SATURATED_SECONDS / 2, SATURATED_SECONDS)
            rate = SHARE_OF_SATURATION * most
            how["saturation, commands a second"] = round(most)
        how["rate asked for, commands a second"] = round(rate, 1)
        metrics = Metrics(min(MAX_INTERVAL_SECONDS, plan.seconds / INTERVALS))
        sampler = Sampler(running.processes(balancer), metrics)
        watching = asyncio.create_task(sampler.run())
        injecting = asyncio.create_task(
            inject_faults(running.targets, plan.seconds, plan.every, Random(plan.seed), metrics)
        )
        await load(metrics, rate).run(plan.tables, plan.seconds)
        outages = await injecting
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        metrics.faults += warm_up.faults
        metrics.faults += [fault async for fault in _compare(journal, archive)]
        orphans = await _number_of_tables(database) - len(archive.opened)
    how["rate kept, commands a second"] = round(metrics.rate("sent", 0, plan.seconds), 1)
    how["tables of questions that had no answer"] = orphans
    errors = deployment.errors()
    names = [process.name for process in running.processes(balancer) if process.name != "clients"]
    growth = list(check_growth(sampler.samples, names))
    checks = [
        check_faults(metrics.faults, len(archive.digests), archive.acknowledged),
        Check("no process tells of an error", not errors, "; ".join(errors[:3]) or "none does"),
        *growth,
        check_judged(growth, plan.seconds),
    ]
    for kind, delays in metrics.delays.items():
        checks += check_delays(
            kind, delays, outages, sampler.other_usage, metrics.interval, plan.seconds
        )
    return Result(how, metrics, sampler.samples, sampler.other_usage, outages, checks)


def _describe(plan: Plan) -> dict[str, object]:
    return {
        "seconds": plan.seconds,
        "servers": "1, SQLite" if plan.sqlite else f"{plan.processes}, PostgreSQL, Redis",
        "tables": plan.tables,
        "seed": plan.seed,
    }


async def _number_of_tables(database: Database) -> int:
    async with database.reading() as connection:
        return await connection.scalar(select(func.count()).select_from(games)) or 0


async def _compare(journal: Journal, archive: Archive) -> AsyncIterator[str]:
    """Yields tables that were never checked, or whose rows have changed since they were."""
    for table in sorted(archive.opened - archive.digests.keys()):
        yield f"{table}: it was never checked"
    for table, known in archive.digests.items():
        if digest(await journal.read(table)) != known:
            yield f"{table}: it is no longer as it was when its game was over"
