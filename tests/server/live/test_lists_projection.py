"""Lists and turns come from the projection: nothing is folded for them."""

import asyncio
import threading

import pytest
from sqlalchemy import text

from grav.server import app as application
from grav.server.live.folding import Folding, fill_projection
from grav.server.live.table_closing import close_table
from grav.server.messages import stored_events as e
from grav.server.runtime.clock import SystemClock
from grav.server.store import Database, Journal, PresenceStore, open_database
from grav.server.store.projection_backfill import ProjectionBackfill
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiVisitor
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(sqlite_url: str) -> Database:
    return open_database(sqlite_url)


async def turns(visitor: AsgiVisitor) -> set[str]:
    return {row["table"] for row in await visitor.get("/api/games/turn")}


async def test_turns_are_listed_without_loading_a_table(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    tables = [await server.sit(host, other) for _ in range(3)]
    await server.give(host, tables[0], do="place", seat=0, at="c3")
    server.tables.rooms.clear()
    assert (await turns(host), await turns(other)) == (set(tables[1:]), set(tables[:1]))
    assert server.tables.rooms == {}


async def test_a_finished_game_waits_for_nobody(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    assert await turns(host) == {table}
    await server.give(host, table, do="resign", seat=0)
    assert await turns(host) == await turns(other) == set()


async def test_admin_commands_write_the_projection(
    server: ServerFixture, database: Database
) -> None:
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    journal = Journal(database)
    latest = await journal.latest(table)
    assert await close_table(journal, table, SystemClock())
    assert await journal.latest(table) == latest + 1
    async with database.reading() as connection:
        waiting = await connection.scalar(text("SELECT waiting FROM heads"))
    assert waiting == 0
    await journal.close()
    await database.close()


async def test_games_older_than_the_projection_are_backfilled(
    server: ServerFixture, database: Database
) -> None:
    host, other = await server.guests(2)
    tables = [await server.sit(host, other) for _ in range(3)]
    await server.give(host, tables[0], do="place", seat=0, at="c3")
    async with database.writing() as connection:
        await connection.execute(text("UPDATE heads SET waiting = NULL"))
    server.tables.rooms.clear()
    assert await turns(host) == set()
    folding = Folding(Journal(database), server.tables.quarantine)
    await fill_projection(ProjectionBackfill(database), folding)
    assert (await turns(host), await turns(other)) == (set(tables[1:]), set(tables[:1]))
    assert server.tables.rooms == {}
    assert await ProjectionBackfill(database).find_unfilled(9) == []
    folding.close()
    await database.close()


async def test_an_export_does_not_block_the_event_loop(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folding waits for an answer that only a running event loop can give."""
    host, other = await server.guests(2)
    tables = {await server.sit(host, other) for _ in range(3)}
    server.tables.rooms.clear()
    loop = asyncio.get_running_loop()
    waited: list[bool] = []

    def reading(stored: bytes) -> e.Event:
        runs = threading.Event()
        loop.call_soon_threadsafe(runs.set)
        waited.append(runs.wait(TIMEOUT))
        event: e.Event = e.decode(stored)
        return event

    monkeypatch.setattr("grav.server.table.event_upgrades.decode", reading)
    answer = await host.ask("GET", "/api/games/export")
    assert {table for table in tables if table in answer.body.decode()} == tables
    assert len(answer.body.splitlines()) == 3
    assert waited
    assert all(waited)
    assert server.tables.rooms == {}


async def test_a_server_backfills_the_projection_periodically(
    sqlite_url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server_fixture(sqlite_url) as server:
        host, other = await server.guests(2)
        table = await server.sit(host, other)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE heads SET waiting = NULL"))
    monkeypatch.setattr(application, "PROJECTION_SECONDS", 0.002)
    async with open_server_fixture(sqlite_url) as server, asyncio.timeout(TIMEOUT):
        again = server.visitor()
        again.cookie = host.cookie
        while await turns(again) != {table}:
            await asyncio.sleep(0.002)
    await database.close()


async def test_unneeded_presence_is_deleted_periodically(
    sqlite_url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "SWEEP_SECONDS", 0.002)
    presence = PresenceStore(database)
    async with open_server_fixture(sqlite_url), asyncio.timeout(TIMEOUT):
        await presence.store_seen([("nowhere", "nobody")], 1)
        while await presence.last_seen("nowhere", "nobody") is not None:
            await asyncio.sleep(0.002)
    await database.close()
