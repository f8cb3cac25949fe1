"""Whole games over sockets, by several clients whose connections break at every kind of moment."""

import asyncio
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.server.messages.happenings import GravShouted
from grav.testing.clients import Answer, Client
from grav.testing.company import Company
from grav.testing.scripted import SHOWN, Habits, Scripted

pytestmark = pytest.mark.anyio

KINDS = {"place", "accept", "grav", "remove", "pass", "resign"}
PHASES = ("settling", "opening", "turn", "window", "penalty")
WAYS = ("steady", "before sending", "before the answer")
TOO_LONG = 600
"""A table at which so much has happened without all that is waited for."""


class Story:
    """What has happened so far in a game whose connections break."""

    def __init__(self) -> None:
        self.moments = Counter[tuple[str, str]]()
        """How commands were sent: the phase, and when the connection broke."""

    def next_way(self, phase: str) -> str:
        """Each in turn."""
        way = min(WAYS, key=lambda each: self.moments[phase, each])
        self.moments[phase, way] += 1
        return way

    def is_told(self, client: Client) -> bool:
        """Has a connection broken at all these moments, and were there shouts of both kinds?"""
        assert client.number < TOO_LONG
        phases = [phase for phase in PHASES if phase != "opening"]  # there is one opening a game
        told = all(self.moments[phase, way] for phase in phases for way in WAYS)
        return told and {shout.right for shout in client.happened(GravShouted)} == {True, False}


class Unsteady(Scripted):
    """A player whose connection breaks."""

    def __init__(self, client: Client, seat: int, chance: Random, story: Story) -> None:
        super().__init__(client, seat, chance, Habits(rash=0.2, gives_up=seat == 1))
        self._story = story

    def has_enough(self) -> bool:
        return self._story.is_told(self.client)

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
async def test_a_game_whose_connections_break_is_seen_whole_by_all(
    company: Company, players: int
) -> None:
    settings = replace(SHOWN, size=9, seats=players, settle="dice", setting=None)
    clients = await company.sit(settings)
    table = clients[0].table
    watching = [await company.come(None, table, process) for process in range(3)]
    story, chance = Story(), Random(players)

    await asyncio.gather(
        *(Unsteady(client, seat, chance, story).play() for seat, client in enumerate(clients))
    )

    ledger = await company.check(table)
    assert {action["do"] for action in ledger.actions()} == KINDS
    for client in [*clients, *watching]:
        # Nobody had to be told the whole again: what was missed came after.
        assert len(client.wholes) == 1
        assert client.news[-1].number == ledger.table.shown
    seen = {tuple(news.number for news in client.news) for client in watching}
    assert len(seen) == 1


async def test_who_wanders_from_process_to_process_sees_no_other_game(company: Company) -> None:
    clients = await company.sit(replace(SHOWN, seats=3))
    wanderer = await company.come(None, clients[0].table)

    async def wander() -> None:
        for process in range(1, 60):
            number = wanderer.number + 1
            wanderer.go_to(company.deployment.server(process))
            await wanderer.until_number(number)

    wandering = asyncio.create_task(wander())
    players = [
        Scripted(client, seat, Random(seat), Habits()) for seat, client in enumerate(clients)
    ]
    await asyncio.gather(*(player.play() for player in players))
    wandering.cancel()

    ledger = await company.check(clients[0].table)
    assert ledger.table.stage.name == "over"
    assert wanderer.number == ledger.table.shown
