"""Soak-test tables: played without a pause, game after game, while servers come and go."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.testing.servers.clients import Client
from grav.testing.servers.deployment_clients import DeploymentClients, expect_done
from grav.testing.servers.server_processes import TIMEOUT
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP, PlayerHabits, SimulatedPlayer

LAST_NUMBER = 40
"""The number of a table from which on its players end the game."""


class RematchTable:
    """One game after the other by the same players, each the rematch of the one before."""

    def __init__(self, cluster: DeploymentClients, clients: list[Client], chance: Random) -> None:
        self.tables = [clients[0].table]
        self.stops = False
        """Whether the current game is the last."""
        self._deployment_clients = cluster
        self._clients = clients
        self.chance = chance
        self._before = 0

    @property
    def acknowledged(self) -> int:
        """The number of commands acknowledged so far."""
        return self._before + sum(len(client.acknowledged) for client in self._clients)

    async def play(self) -> None:
        """Plays until `stops` is set and the game is over."""
        while True:
            async with asyncio.TaskGroup() as playing:
                for seat, client in enumerate(self._clients):
                    playing.create_task(_Player(self, client, seat).play())
            if self.stops:
                return
            await self._start_rematch()

    async def wait_for_progress(self, known: int) -> None:
        """Waits until more commands than `known` are acknowledged."""
        async with asyncio.timeout(TIMEOUT):
            while self.acknowledged <= known:
                await asyncio.sleep(0.01)

    async def _start_rematch(self) -> None:
        host, *others = self._clients
        expect_done(await host.give(c.OfferRematch(id="offer", seat=0)))
        answers = (
            client.give(c.AnswerRematch(id="agree", seat=seat, agree=True))
            for seat, client in enumerate(others, 1)
        )
        for answer in await asyncio.gather(*answers):
            expect_done(answer)
        tables = {await _next_table(client) for client in self._clients}
        assert len(tables) == 1
        self.tables += tables
        people = enumerate(client.visitor for client in self._clients)
        coming = (
            self._deployment_clients.come(visitor, self.tables[-1], index)
            for index, visitor in people
        )
        clients = await asyncio.gather(*coming)
        self._before = self.acknowledged
        before, self._clients = self._clients, clients
        await asyncio.gather(*(client.close() for client in before))


class _Player(SimulatedPlayer):
    def __init__(self, rematch_table: RematchTable, client: Client, seat: int) -> None:
        habits = PlayerHabits(gives_up=seat > 0, enough=LAST_NUMBER)
        super().__init__(client, seat, rematch_table.chance, habits)
        self._rematch_table = rematch_table

    def has_enough(self) -> bool:
        return self._rematch_table.stops or super().has_enough()


async def _next_table(client: Client) -> str:
    await client.until(lambda: client.now is not None and client.now.next is not None)
    assert client.now is not None
    assert client.now.next is not None
    return client.now.next


@asynccontextmanager
async def play_rematch_tables(
    cluster: DeploymentClients, players: Sequence[int], chance: Random
) -> AsyncIterator[list[RematchTable]]:
    """Plays tables with these numbers of players while the block runs. Then ends the games, and
    checks the consistency of all of them."""
    rematch_tables = [
        RematchTable(cluster, await cluster.sit(replace(SETTINGS_WITH_HELP, seats=seats)), chance)
        for seats in players
    ]
    async with asyncio.TaskGroup() as playing:
        for rematch_table in rematch_tables:
            playing.create_task(rematch_table.play())
        yield rematch_tables
        for rematch_table in rematch_tables:
            rematch_table.stops = True
    for rematch_table in rematch_tables:
        for table in rematch_table.tables:
            await cluster.check(table)


async def wait_for_progress_everywhere(rematch_tables: Sequence[RematchTable]) -> None:
    """Waits until another command is acknowledged at every table."""
    known = [rematch_table.acknowledged for rematch_table in rematch_tables]
    for rematch_table, acknowledged in zip(rematch_tables, known, strict=True):
        await rematch_table.wait_for_progress(acknowledged)
