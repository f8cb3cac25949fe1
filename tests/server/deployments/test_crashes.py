"""Servers that are killed at any moment while people play: what was acknowledged is there, once."""

import asyncio
import os
from random import Random

import pytest
from msgspec.structs import replace

from grav.testing.company import Company
from grav.testing.lines import Line
from grav.testing.scripted import SHOWN
from grav.testing.serving import Deployment

pytestmark = pytest.mark.anyio

KILLS = 125 if os.environ.get("GRAV_HYPOTHESIS_PROFILE") == "long" else 5
"""For each of the four deployments."""
PLAYERS = (2, 2, 2, 3)
"""At each of the tables."""


async def test_what_was_acknowledged_survives_any_number_of_kills(mortal_company: Company) -> None:
    company, chance = mortal_company, Random(KILLS)
    lines = [
        Line(company, await company.sit(replace(SHOWN, seats=players)), chance)
        for players in PLAYERS
    ]
    playing = asyncio.gather(*(line.play() for line in lines))
    for _ in range(KILLS):
        known = [line.acknowledged for line in lines]
        await kill(company.deployment, chance)
        for line, acknowledged in zip(lines, known, strict=True):
            await line.goes_on(acknowledged)
        await asyncio.sleep(chance.random() * 0.1)

    for line in lines:
        line.stops = True
    await playing
    for line in lines:
        for table in line.tables:
            await company.check(table)


async def kill(deployment: Deployment, chance: Random) -> None:
    """One of the servers, or all; sometimes again while they start."""
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
