"""A real server on a full disk: it reports the outage, and recovers when there is room."""

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from grav.server.messages import commands as c
from grav.testing.infrastructure.full_disk import full_disk
from grav.testing.servers.deployment_clients import deployment_clients_at, expect_done
from grav.testing.servers.server_processes import TIMEOUT, Deployment, run_deployment
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes are Linux' own"),
]


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[Deployment]:
    with run_deployment(f"sqlite:///{tmp_path / 'grav.sqlite'}", None, 1, tmp_path) as servers:
        yield servers


async def check_readiness(deployment: Deployment) -> httpx.Response:
    async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
        return await http.get(f"{await deployment.server(0).url()}/readyz")


async def wait_for_readiness(deployment: Deployment, status: int) -> httpx.Response:
    deadline = time.monotonic() + TIMEOUT
    while (answer := await check_readiness(deployment)).status_code != status:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    return answer


async def test_it_reports_a_full_disk_and_recovers(deployment: Deployment) -> None:
    async with deployment_clients_at(deployment) as deployment_clients:
        clients = await deployment_clients.sit(SETTINGS_WITH_HELP)
        assert (await check_readiness(deployment)).status_code == 200
        stone = c.PlaceStone(id="stone", seat=0, at="d4")
        with full_disk(deployment.database, deployment.servers[0].process):
            answer = await clients[0].send(stone)
            await clients[0].until(lambda: clients[0].postponed > 1)
            told = await wait_for_readiness(deployment, 503)
            assert told.json() == {"database": False, "channels": True}
        expect_done(await clients[0].answered(answer))
        await wait_for_readiness(deployment, 200)
        stored = await deployment_clients.check(clients[0].table)
    assert [action["do"] for action in stored.actions()] == ["place"]
    assert deployment.servers[0].read_log().count('"event": "store_failing"') == 1
    assert deployment.servers[0].read_log().count('"event": "store_works_again"') == 1
