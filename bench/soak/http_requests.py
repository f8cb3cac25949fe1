"""The people at the tables, their HTTP requests, and the choice of a server process."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from urllib.parse import urlsplit

import httpx
import msgspec

from bench.soak.load_measurements import Metrics
from grav.server.http.identity import COOKIE
from grav.server.messages import commands as c
from grav.testing.servers.server_processes import Deployment

RETRY_SECONDS = 0.05
"""The pause before a request, or the search for a process that is up, is tried again."""


def host_and_port(url: str) -> tuple[str, int]:
    where = urlsplit(url)
    assert where.hostname is not None
    assert where.port is not None
    return where.hostname, where.port


class LoadBalancer:
    """The processes of a deployment; spreads people at random over all that are up, as a load
    balancer would."""

    def __init__(self, deployment: Deployment, chance: Random) -> None:
        self.connections = Counter[tuple[str, int]]()
        """How many connections of our own each address has."""
        self._deployment, self._chance = deployment, chance

    @contextmanager
    def count_connection(self, address: tuple[str, int]) -> Iterator[None]:
        """Counts one more connection to the address while the block runs."""
        self.connections[address] += 1
        try:
            yield
        finally:
            self.connections[address] -= 1

    async def any(self) -> tuple[str, int]:
        """Returns the address of a random process that is up; waits if there is none."""
        while not (up := [url for each in self._deployment.servers if (url := each.url_if_up())]):
            await asyncio.sleep(RETRY_SECONDS)
        return host_and_port(self._chance.choice(up))


class Guest:
    """A guest with a session, whom all processes know."""

    def __init__(self, id_: str, secret: str) -> None:
        self.id = id_
        self._secret = secret
        self._numbers = count(1)

    def new_id(self) -> str:
        return f"c{next(self._numbers)}"

    def headers(self, address: tuple[str, int]) -> tuple[tuple[str, str], ...]:
        origin = "http://{}:{}".format(*address)
        return ("Cookie", f"{COOKIE}={self._secret}"), ("Origin", origin)


class RetryingRequests:
    """Sends requests over HTTP, and retries until they are answered. A request for a new table that
    is retried because it had no answer may open two tables."""

    def __init__(self, balancer: LoadBalancer, http: httpx.AsyncClient, metrics: Metrics) -> None:
        self._balancer, self._http, self._metrics = balancer, http, metrics

    async def new_guest(self) -> Guest:
        answer = await self._post("/api/guest", None, None)
        return Guest(answer.json()["id"], answer.cookies[COOKIE])

    async def open_table(self, host: Guest, new: c.NewTable) -> str:
        answer = await self._post("/api/tables", host, msgspec.json.encode(new))
        table: str = answer.json()["table"]
        return table

    async def _post(self, path: str, guest: Guest | None, body: bytes | None) -> httpx.Response:
        while True:
            address = await self._balancer.any()
            headers = dict(guest.headers(address)) if guest else {}
            if body is not None:
                headers["Content-Type"] = "application/json"
            url = "http://{}:{}{}".format(*address, path)
            try:
                answer = await self._http.post(url, content=body, headers=headers)
            except httpx.TransportError:
                self._metrics.count("not let in")
            else:
                if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                    return answer.raise_for_status()
                self._metrics.count("unavailable")
            await asyncio.sleep(RETRY_SECONDS)
