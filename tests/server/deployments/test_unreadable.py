"""A table that cannot be read, at real servers: kept apart by all of them, also after a restart."""

import asyncio
import time

import httpx
import pytest
from sqlalchemy import select

from grav.server.messages import events as e
from grav.server.store import Append, Journal
from grav.server.store.quarantine import Quarantined, QuarantineStore
from grav.server.store.schema import deadlines
from grav.testing.servers.cluster_players import cluster_players_at
from grav.testing.servers.consistency import ledger_of, opened
from grav.testing.servers.scripted_players import SHOWN
from grav.testing.servers.server_processes import TIMEOUT, Deployment, Server

pytestmark = pytest.mark.anyio

LONG_AGO = 1


async def add_rubbish(deployment: Deployment, table: str) -> None:
    """Rubbish that fell due before everything else."""
    async with opened(deployment.database) as database:
        journal = Journal(database)
        rubbish = Append(table, await journal.latest(table), (b"{}",), e.FORM, due=LONG_AGO)
        assert await journal.append(rubbish)
        await journal.close()


async def hurry(deployment: Deployment, table: str) -> None:
    """Has a table's deadline fall due, for whoever sweeps: it is looked at, and moved on."""
    async with opened(deployment.database) as database:
        journal = Journal(database)
        async with database.reading() as connection:
            of = select(deadlines.c.due).where(deadlines.c.game == table)
            due: int = (await connection.execute(of)).scalar_one()
        await journal.move_deadline(table, due, LONG_AGO + 1)
        await journal.close()


async def stored(deployment: Deployment, table: str) -> int:
    of = select(deadlines.c.due).where(deadlines.c.game == table)
    async with opened(deployment.database) as database, database.reading() as connection:
        return int((await connection.execute(of)).scalar_one())


async def kept_apart(deployment: Deployment) -> list[Quarantined]:
    async with opened(deployment.database) as database:
        return await QuarantineStore(database).all()


async def asked(server: Server, table: str) -> tuple[int, str]:
    async with httpx.AsyncClient(trust_env=False, timeout=TIMEOUT) as http:
        answer = await http.get(f"{await server.url()}/api/tables/{table}")
        return answer.status_code, answer.json().get("code", "")


async def seen_to(deployment: Deployment, table: str) -> None:
    """Waits until a sweep has come by the table, which stands behind the one that is broken."""
    patience = time.monotonic() + TIMEOUT
    while await stored(deployment, table) == LONG_AGO + 1:
        assert time.monotonic() < patience
        await asyncio.sleep(0.05)


async def test_it_holds_up_no_other_and_is_told_by_every_process(mortal: Deployment) -> None:
    async with cluster_players_at(mortal) as company:
        (host,) = await company.visitors(1)
        bad, good = [await host.open_table(mortal.server(0), SHOWN) for _ in range(2)]
        await company.leave()
    for server in mortal.servers:
        server.kill()
    await add_rubbish(mortal, bad)
    for restart in range(2):
        await hurry(mortal, good)
        for server in mortal.servers:
            server.start()
        await seen_to(mortal, good)
        (found,) = await kept_apart(mortal)
        assert found.game == bad
        assert "Traceback" in found.error
        for server in mortal.servers:
            assert await asked(server, bad) == (503, "table_unreadable")
            assert await asked(server, good) == (200, "")
        for server in mortal.servers:
            server.kill()
        told = [line for server in mortal.servers for line in server.said().splitlines()]
        errors = [line for line in told if '"level": "error"' in line]
        assert all('"event": "table_unreadable"' in line and bad in line for line in errors)
        # Once by each process that was asked for it, since each was started.
        assert len(errors) <= len(mortal.servers) * (restart + 1)
    assert (await ledger_of(mortal.database, good)).table.stage.name == "gathering"
