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

from bench.soak.havoc import Victim
from bench.soak.people import Places, address_of
from bench.soak.sampling import Process
from bench.soak.verdict import JUDGED_SECONDS
from grav.testing.infrastructure.services import postgres, redis
from grav.testing.servers.server_processes import TIMEOUT, Deployment, Server, deployed

MAX_STRUCK_SHARE = 0.4
"""The share of the time after which a single process is no longer killed, at the latest."""


@dataclass(frozen=True)
class House:
    deployment: Deployment
    victims: Sequence[Victim]
    services: Sequence[Process]

    def processes(self, places: Places) -> list[Process]:
        """Returns all processes that are sampled: the servers, what they need, and the clients."""
        servers = [
            Process(f"server {index}", _pid_of(server), _lines_to(server, places))
            for index, server in enumerate(self.deployment.servers)
        ]
        return [*servers, *self.services, Process("clients", os.getpid)]


@contextmanager
def with_postgres(processes: int, folder: Path) -> Iterator[House]:
    """Starts several processes. The first is never killed, so that one lives for the whole soak."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres(durable=True))
        channels = stack.enter_context(redis())
        deployment = stack.enter_context(deployed(database.url, channels.url, processes, folder))
        victims = [
            _mortal(f"server {index}", server, weight=3)
            for index, server in enumerate(deployment.servers)
            if index
        ]
        victims += [
            Victim(name, partial(to_thread, service.stop), partial(to_thread, service.start), 2)
            for name, service in (("PostgreSQL", database), ("Redis", channels))
        ]
        services = [
            Process("PostgreSQL", lambda: database.pid, has_children=True),
            Process("Redis", lambda: channels.pid),
        ]
        yield House(deployment, victims, services)


@contextmanager
def with_sqlite(seconds: float, folder: Path) -> Iterator[House]:
    with deployed(f"sqlite:///{folder}/soak.sqlite", None, 1, folder) as deployment:
        (server,) = deployment.servers
        yield House(deployment, [_mortal("server 0", server, 1, spared_after(seconds))], ())


def spared_after(seconds: float) -> float:
    """Returns the time after which a single process is no longer killed: early enough for its last
    life to be judged, if the soak is long enough for that at all."""
    share = MAX_STRUCK_SHARE * seconds
    return share if seconds < JUDGED_SECONDS else min(share, seconds - JUDGED_SECONDS)


def _mortal(name: str, server: Server, weight: int, until: float = inf) -> Victim:
    async def begin() -> None:
        server.start()
        url = await server.url()
        async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
            (await http.get(f"{url}/healthz")).raise_for_status()

    return Victim(name, partial(to_thread, server.kill), begin, weight, until)


def _pid_of(server: Server) -> Callable[[], int | None]:
    return lambda: server.pid


def _lines_to(server: Server, places: Places) -> Callable[[], int]:
    def lines() -> int:
        url = server.url_if_up()
        return 0 if url is None else places.lines[address_of(url)]

    return lines
