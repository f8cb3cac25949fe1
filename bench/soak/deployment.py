"""The deployment under test: processes with PostgreSQL and Redis, or one with SQLite; and what of
it is stopped and restarted."""

import os
from asyncio import to_thread
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path

import httpx

from bench.soak.checks import JUDGED_SECONDS
from bench.soak.fault_injection import FaultTarget
from bench.soak.http_requests import LoadBalancer, host_and_port
from bench.soak.process_sampling import Process
from grav.testing.infrastructure.services import postgres, redis
from grav.testing.servers.server_processes import TIMEOUT, Deployment, ServerProcess, run_deployment

MAX_SHARE_WITH_FAULTS = 0.4
"""The share of the time after which a single process is no longer killed, at the latest."""


@dataclass(frozen=True)
class RunningDeployment:
    deployment: Deployment
    targets: Sequence[FaultTarget]
    services: Sequence[Process]

    def processes(self, balancer: LoadBalancer) -> list[Process]:
        """Returns all processes that are sampled: the servers, what they need, and the clients."""
        servers = [
            Process(f"server {index}", _pid_of(server), _connections_to(server, balancer))
            for index, server in enumerate(self.deployment.servers)
        ]
        return [*servers, *self.services, Process("clients", os.getpid)]


@contextmanager
def with_postgres(processes: int, folder: Path) -> Iterator[RunningDeployment]:
    """Starts several processes. The first is never killed, so that one lives for the whole soak."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres(durable=True))
        channels = stack.enter_context(redis())
        deployment = stack.enter_context(
            run_deployment(database.url, channels.url, processes, folder)
        )
        targets = [
            _killable(f"server {index}", server, weight=3)
            for index, server in enumerate(deployment.servers)
            if index
        ]
        targets += [
            FaultTarget(
                name, partial(to_thread, service.stop), partial(to_thread, service.start), 2
            )
            for name, service in (("PostgreSQL", database), ("Redis", channels))
        ]
        services = [
            Process("PostgreSQL", lambda: database.pid, has_children=True),
            Process("Redis", lambda: channels.pid),
        ]
        yield RunningDeployment(deployment, targets, services)


@contextmanager
def with_sqlite(seconds: float, folder: Path) -> Iterator[RunningDeployment]:
    with run_deployment(f"sqlite:///{folder}/soak.sqlite", None, 1, folder) as deployment:
        (server,) = deployment.servers
        yield RunningDeployment(
            deployment, [_killable("server 0", server, 1, end_of_faults(seconds))], ()
        )


def end_of_faults(seconds: float) -> float:
    """Returns the time after which a single process is no longer killed: early enough for its last
    life to be judged, if the soak is long enough for that at all."""
    share = MAX_SHARE_WITH_FAULTS * seconds
    return share if seconds < JUDGED_SECONDS else min(share, seconds - JUDGED_SECONDS)


def _killable(name: str, server: ServerProcess, weight: int, until: float = inf) -> FaultTarget:
    async def begin() -> None:
        server.start()
        url = await server.url()
        async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
            (await http.get(f"{url}/healthz")).raise_for_status()

    return FaultTarget(name, partial(to_thread, server.kill), begin, weight, until)


def _pid_of(server: ServerProcess) -> Callable[[], int | None]:
    return lambda: server.pid


def _connections_to(server: ServerProcess, balancer: LoadBalancer) -> Callable[[], int]:
    def connections() -> int:
        url = server.url_if_up()
        return 0 if url is None else balancer.connections[host_and_port(url)]

    return connections
