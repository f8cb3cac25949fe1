"""A table that cannot be read, at real servers: quarantined by all of them, also after a
restart."""

import asyncio
import time

import httpx
import pytest
from sqlalchemy import select

from grav.server.messages import stored_events as e
from grav.server.store import Append, Journal
from grav.server.store.quarantine import Quarantined, QuarantineStore
from grav.server.store.schema import deadlines
from grav.testing.servers.consistency import open_for_checks, read_stored_table
from grav.testing.servers.deployment_clients import deployment_clients_at
from grav.testing.servers.server_processes import TIMEOUT, Deployment, ServerProcess
from grav.testing.servers.simulated_players import SETTINGS_WITH_HELP

pytestmark = pytest.mark.anyio

LONG_AGO = 1


async def add_invalid_event(deployment: Deployment, table: str) -> None:
    """Appends an invalid event, with a deadline before all others."""
    async with open_for_checks(deployment.database) as database:
        journal = Journal(database)
        append = Append(
            table, await journal.latest(table), (b"{}",), e.SCHEMA_VERSION, due=LONG_AGO
        )
        assert await journal.append(append)
        await journal.close()


async def make_due(deployment: Deployment, table: str) -> None:
    """Makes a table's deadline due, so that the next sweep checks and moves it."""
    async with open_for_checks(deployment.database) as database:
        journal = Journal(database)
        async with database.reading() as connection:
            of = select(deadlines.c.due).where(deadlines.c.game == table)
            due: int = (await connection.execute(of)).scalar_one()
        await journal.move_deadline(table, due, LONG_AGO + 1)
        await journal.close()


async def stored_deadline(deployment: Deployment, table: str) -> int:
    of = select(deadlines.c.due).where(deadlines.c.game == table)
    async with open_for_checks(deployment.database) as database, database.reading() as connection:
        return int((await connection.execute(of)).scalar_one())


async def read_quarantine(deployment: Deployment) -> list[Quarantined]:
    async with open_for_checks(deployment.database) as database:
        return await QuarantineStore(database).all()


async def status_and_code(server: ServerProcess, table: str) -> tuple[int, str]:
    async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
        answer = await http.get(f"{await server.url()}/api/tables/{table}")
        return answer.status_code, answer.json().get("code", "")


async def wait_for_sweep(deployment: Deployment, table: str) -> None:
    """Waits until a sweep has checked this table, which is due after the broken one."""
    deadline = time.monotonic() + TIMEOUT
    while await stored_deadline(deployment, table) == LONG_AGO + 1:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def test_a_broken_table_is_refused_by_every_process_and_delays_no_other(
    killable_deployment: Deployment,
) -> None:
    async with deployment_clients_at(killable_deployment) as deployment_clients:
        (host,) = await deployment_clients.visitors(1)
        bad, good = [
            await host.open_table(killable_deployment.server(0), SETTINGS_WITH_HELP)
            for _ in range(2)
        ]
        await deployment_clients.leave()
    for server in killable_deployment.servers:
        server.kill()
    await add_invalid_event(killable_deployment, bad)
    for restart in range(2):
        await make_due(killable_deployment, good)
        for server in killable_deployment.servers:
            server.start()
        await wait_for_sweep(killable_deployment, good)
        (found,) = await read_quarantine(killable_deployment)
        assert found.game == bad
        assert "Traceback" in found.error
        for server in killable_deployment.servers:
            assert await status_and_code(server, bad) == (503, "table_unreadable")
            assert await status_and_code(server, good) == (200, "")
        for server in killable_deployment.servers:
            server.kill()
        told = [
            line
            for server in killable_deployment.servers
            for line in server.read_log().splitlines()
        ]
        errors = [line for line in told if '"level": "error"' in line]
        assert all('"event": "table_unreadable"' in line and bad in line for line in errors)
        # Once per process that was asked for it, since each was started.
        assert len(errors) <= len(killable_deployment.servers) * (restart + 1)
    assert (
        await read_stored_table(killable_deployment.database, good)
    ).table.stage.name == "gathering"
