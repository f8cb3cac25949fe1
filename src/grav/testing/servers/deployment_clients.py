"""Clients at the tables of a deployment: they connect, sit down, and are checked against it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx

from grav.server.messages import commands as c
from grav.server.messages.settings import Settings
from grav.server.messages.views import Done
from grav.testing.servers.clients import Answer, Client, HttpVisitor
from grav.testing.servers.consistency import StoredTable, check_consistency, read_stored_table
from grav.testing.servers.server_processes import TIMEOUT, Deployment, ServerProcess


class DeploymentClients:
    """Spread over the processes in turn: the first at the first, the second at the second…"""

    def __init__(self, deployment: Deployment, http: httpx.AsyncClient) -> None:
        self.deployment = deployment
        self.clients: list[Client] = []
        self._http = http

    async def visitors(self, number: int) -> list[HttpVisitor]:
        servers = map(self.deployment.server, range(number))
        return await asyncio.gather(*(HttpVisitor.arrive(self._http, each) for each in servers))

    async def record(self, table: str, process: int = 0) -> dict[str, Any]:
        """Returns the public record of a table's game."""
        url = await self.deployment.server(process).url()
        answer = await self._http.get(f"{url}/api/tables/{table}/record")
        answer.raise_for_status()
        record: dict[str, Any] = answer.json()
        return record

    async def come(self, visitor: HttpVisitor | None, table: str, process: int = 0) -> Client:
        client = Client(visitor, self.deployment.server(process), table)
        self.clients.append(client)
        return await client.open()

    async def sit(self, settings: Settings, *visitors: HttpVisitor) -> list[Client]:
        """Opens a table at which all seats are taken, in order, by connected clients."""
        visitors = visitors or tuple(await self.visitors(settings.seats))
        table = await visitors[0].open_table(self.deployment.server(0), settings)
        clients = [await self.come(visitor, table, index) for index, visitor in enumerate(visitors)]
        for seat, client in enumerate(clients[1:], 1):
            expect_done(await client.give(c.Sit(id=client.new_id(), seat=seat)))
        await wait_until_together(clients)
        return clients

    async def check(self, table: str) -> StoredTable:
        """Checks that all clients at the table have received what is stored, up to the latest."""
        mine = [client for client in self.clients if client.table == table]
        stored = await read_stored_table(self.deployment.database, table)
        for client in mine:
            await client.until_number(stored.table.shown)
        record = None
        if stored.table.play is not None:
            record = await self.record(table, len(mine))
        check_consistency(stored, mine, record)
        return stored

    async def leave(self) -> None:
        await asyncio.gather(*(client.close() for client in self.clients))


@asynccontextmanager
async def deployment_clients_at(deployment: Deployment) -> AsyncIterator[DeploymentClients]:
    """Provides clients for the block; fails if a server logs an error meanwhile."""
    async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
        # Each visitor sends its own cookie; the HTTP client that they share stores none.
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))
        await asyncio.gather(*(_wait_until_up(server, http) for server in deployment.servers))
        players = DeploymentClients(deployment, http)
        before = len(deployment.errors())
        try:
            yield players
        finally:
            await players.leave()
            errors = deployment.errors()[before:]
            assert not errors, "\n".join(errors)


async def _wait_until_up(server: ServerProcess, http: httpx.AsyncClient) -> None:
    """Waits until the server answers: its port is open before the application is ready."""
    (await http.get(f"{await server.url()}/healthz")).raise_for_status()


def expect_done(answer: Answer) -> Done:
    """Returns the answer; fails if it is a refusal."""
    assert isinstance(answer, Done), answer
    return answer


async def wait_until_together(clients: list[Client]) -> None:
    """Waits until all clients have reached the latest number that any of them knows."""
    number = max(client.number for client in clients)
    for client in clients:
        await client.until_number(number)
