"""Whole games over sockets, by clients whose connections break at every kind of moment."""

import asyncio
import itertools
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from grav.game import Shouted
from grav.server.messages import commands as c
from grav.testing.servers.clients import Answer, Client
from grav.testing.servers.deployment_clients import DeploymentClients
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP, PlayerHabits, SimulatedPlayer

pytestmark = pytest.mark.anyio

KINDS = {"place", "accept", "grav", "remove", "pass", "resign"}
PHASES = ("settling", "opening", "turn", "window", "penalty")
BREAKS = ("before sending", "before the answer")
WAYS = (*BREAKS, "steady")
GAMES = 20
"""The maximum number of games; everything that is awaited happens in fewer."""


class Coverage:
    """Which combinations of phase and failure were covered so far."""

    def __init__(self) -> None:
        self.kinds = set[str]()
        """The kinds of actions that occurred."""
        self.verdicts = set[bool]()
        """Whether shouts that occurred were right."""
        self._moments = Counter[tuple[str, str]]()
        """How commands were sent: the phase, and when the connection broke."""

    def next_way(self, phase: str) -> str:
        """Returns the combinations in turn."""
        way = min(WAYS, key=lambda each: self._moments[phase, each])
        self._moments[phase, way] += 1
        return way

    @property
    def is_complete(self) -> bool:
        """Whether connections broke at every kind of moment, and every kind of action occurred."""
        broken = all(self._moments[phase, way] for phase in PHASES for way in BREAKS)
        return broken and self.kinds == KINDS and self.verdicts == {True, False}


class Unsteady(SimulatedPlayer):
    """A player whose connection breaks in a given phase."""

    client: Client

    def __init__(self, client: Client, seat: int, chance: Random, coverage: Coverage) -> None:
        super().__init__(client, seat, chance, PlayerHabits(rash=0.2, gives_up=seat == 1))
        self._story = coverage

    async def give(self, command: c.Command) -> Answer:
        phase = self.position.phase if self.position else "settling"
        match self._story.next_way(phase):
            case "before sending":
                self.client.drop()
                return await self.client.give(command)
            case "before the answer":
                answer = await self.client.send(command)
                self.client.drop()
                return await self.client.answered(answer)
            case _:
                return await self.client.give(command)


@pytest.mark.parametrize("players", [2, 4])
async def test_clients_with_breaking_connections_see_the_whole_game(
    deployment_clients: DeploymentClients, players: int
) -> None:
    coverage, chance = Coverage(), Random(players)
    for _ in range(GAMES):
        await play(deployment_clients, players, coverage, chance)
        if coverage.is_complete:
            return
    pytest.fail(f"not all has happened: {vars(coverage)}")


async def play(
    deployment_clients: DeploymentClients, players: int, coverage: Coverage, chance: Random
) -> None:
    settings = replace(SETTINGS_WITH_HELP, seats=players, settle="agreement", setting=None)
    clients = await deployment_clients.sit(settings)
    table = clients[0].table
    watching = [await deployment_clients.come(None, table, process) for process in range(3)]
    await asyncio.gather(
        *(Unsteady(client, seat, chance, coverage).play() for seat, client in enumerate(clients))
    )

    stored = await deployment_clients.check(table)
    assert stored.table.stage.name == "over"
    for client in [*clients, *watching]:
        # No second snapshot was needed: the missing news arrived after the reconnection.
        assert len(client.wholes) == 1
        assert client.news[-1].number == stored.table.shown
    seen = {tuple(news.number for news in client.news) for client in watching}
    assert len(seen) == 1
    coverage.kinds |= {action["do"] for action in stored.actions()}
    coverage.verdicts |= {shout.right for shout in watching[0].played(Shouted)}


async def test_a_client_that_moves_between_processes_sees_the_same_game(
    deployment_clients: DeploymentClients,
) -> None:
    clients = await deployment_clients.sit(replace(SETTINGS_WITH_HELP, seats=3))
    moving_client = await deployment_clients.come(None, clients[0].table)

    async def move_on() -> None:
        for process in itertools.count(1):
            number = moving_client.number + 1
            moving_client.go_to(deployment_clients.deployment.server(process))
            await moving_client.until_number(number)

    moving = asyncio.create_task(move_on())
    players = [
        SimulatedPlayer(client, seat, Random(seat), PlayerHabits())
        for seat, client in enumerate(clients)
    ]
    await asyncio.gather(*(player.play() for player in players))
    moving.cancel()
    await asyncio.wait([moving])
    assert moving.cancelled()

    stored = await deployment_clients.check(clients[0].table)
    assert stored.table.stage.name == "over"
    assert moving_client.number == stored.table.shown
