"""Soak-test tables: played without a pause, game after game, while servers come and go."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.testing.servers.clients import Client
from grav.testing.servers.cluster_players import ClusterPlayers, expect_done
from grav.testing.servers.scripted_players import SETTINGS_WITH_HELP, PlayerHabits, ScriptedPlayer
from grav.testing.servers.server_processes import TIMEOUT

LAST_NUMBER = 40
"""The number of a table from which on its players end the game."""


class SoakTable:
    """One game after the other by the same players, each the rematch of the one before."""

    def __init__(self, cluster: ClusterPlayers, clients: list[Client], chance: Random) -> None:
        self.tables = [clients[0].table]
        self.stops = False
        """Whether the current game is the last."""
        self._cluster = cluster
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
            players = [_Player(self, client, seat) for seat, client in enumerate(self._clients)]
            await asyncio.gather(*(player.play() for player in players))
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
        coming = (self._cluster.come(visitor, self.tables[-1], index) for index, visitor in people)
        clients = await asyncio.gather(*coming)
        self._before = self.acknowledged
        before, self._clients = self._clients, clients
        await asyncio.gather(*(client.close() for client in before))


class _Player(ScriptedPlayer):
    def __init__(self, soak_table: SoakTable, client: Client, seat: int) -> None:
        habits = PlayerHabits(gives_up=seat > 0, enough=LAST_NUMBER)
        super().__init__(client, seat, soak_table.chance, habits)
        self._soak_table = soak_table

    def has_enough(self) -> bool:
        return self._soak_table.stops or super().has_enough()


async def _next_table(client: Client) -> str:
    await client.until(lambda: client.now is not None and client.now.next is not None)
    assert client.now is not None
    assert client.now.next is not None
    return client.now.next


@asynccontextmanager
async def play_soak_tables(
    cluster: ClusterPlayers, players: Sequence[int], chance: Random
) -> AsyncIterator[list[SoakTable]]:
    """Plays tables with these numbers of players while the block runs. Then ends the games, and
    checks the consistency of all of them."""
    soak_tables = [
        SoakTable(cluster, await cluster.sit(replace(SETTINGS_WITH_HELP, seats=seats)), chance)
        for seats in players
    ]
    async with asyncio.TaskGroup() as playing:
        for soak_table in soak_tables:
            playing.create_task(soak_table.play())
        yield soak_tables
        for soak_table in soak_tables:
            soak_table.stops = True
    for soak_table in soak_tables:
        for table in soak_table.tables:
            await cluster.check(table)


async def wait_for_progress_everywhere(soak_tables: Sequence[SoakTable]) -> None:
    """Waits until another command is acknowledged at every table."""
    known = [soak_table.acknowledged for soak_table in soak_tables]
    for soak_table, acknowledged in zip(soak_tables, known, strict=True):
        await soak_table.wait_for_progress(acknowledged)
