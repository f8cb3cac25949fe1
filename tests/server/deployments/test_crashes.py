"""Servers are killed at any moment during games: every acknowledged command is stored, once."""

import asyncio
import os
from random import Random

import pytest

from grav.testing.servers.deployment_clients import DeploymentClients
from grav.testing.servers.rematch_tables import play_rematch_tables, wait_for_progress_everywhere
from grav.testing.servers.server_processes import Deployment

pytestmark = pytest.mark.anyio

KILLS = 125 if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long" else 5
"""Kills in each of the four deployments."""
PLAYERS = (2, 2, 2, 3)
"""Players at each table."""


async def test_acknowledged_commands_survive_any_number_of_kills(
    killable_players: DeploymentClients,
) -> None:
    chance = Random(KILLS)
    async with play_rematch_tables(killable_players, PLAYERS, chance) as lines:
        for _ in range(KILLS):
            await kill(killable_players.deployment, chance)
            await wait_for_progress_everywhere(lines)
            await asyncio.sleep(chance.random() * 0.1)


async def kill(deployment: Deployment, chance: Random) -> None:
    """Kills one of the servers, or all; sometimes again while they start."""
    servers = deployment.servers
    victims = servers if chance.random() < 0.3 else [chance.choice(servers)]
    for again in (True, False):
        for server in victims:
            server.kill()
        for server in victims:
            server.start()
        if again and chance.random() < 0.8:
            return
        await asyncio.sleep(chance.random() * 0.3)
