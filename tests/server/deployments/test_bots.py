"""Bots in every deployment: whichever process runs them, each answers once, and the game ends."""

import asyncio
import os
from itertools import cycle
from random import Random

import pytest
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.testing.servers.deployment_clients import DeploymentClients, expect_done
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP, PlayerHabits, SimulatedPlayer

pytestmark = [pytest.mark.anyio, pytest.mark.needs_core]

CROWDED = "3 3 2 1 4"
"""A setting that allows only two stones on the smallest board, so that games are short."""
ENOUGH = 60 if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long" else 0
"""The table's number from which the person passes every turn (0: from the start). Bots pause like
people, and have half as many stones to answer then.
"""


async def test_bots_answer_once_in_whichever_process_and_the_game_ends(
    deployment_clients: DeploymentClients,
) -> None:
    (visitor,) = await deployment_clients.visitors(1)
    seats = (c.SeatPlan(me=True), c.SeatPlan(level=1), c.SeatPlan(level=4))
    settings = replace(SETTINGS_WITH_HELP, size=3, seats=3, setting=CROWDED)
    table = await visitor.open_table(deployment_clients.deployment.server(0), settings, seats)
    player = await deployment_clients.come(visitor, table)
    elsewhere = [await deployment_clients.come(visitor, table, process) for process in range(3)]

    over = asyncio.Event()

    async def chat() -> None:
        """Every command at a table makes the process that carries it out look after the bots."""
        for client in cycle(elsewhere):
            if over.is_set():
                return
            expect_done(
                await client.give(c.SayPhrase(id=client.new_id(), seat=0, phrase="thinking"))
            )
            await asyncio.sleep(0.2)

    chatting = asyncio.create_task(chat())
    await SimulatedPlayer(player, 0, Random(1), PlayerHabits(slips=0, rash=0, enough=ENOUGH)).play()
    over.set()
    await chatting  # compares stored commands with answered ones, so none may be in transit

    stored = await deployment_clients.check(table)
    assert stored.table.stage.name == "over"
    assert {action["by"] for action in stored.actions()} == {0, 1, 2}
    bots = [key for key in stored.commands if key.partition(":")[0] in ("1", "2")]
    theirs = [action for action in stored.actions() if action["by"] in (1, 2)]
    assert len(bots) >= len(theirs)
