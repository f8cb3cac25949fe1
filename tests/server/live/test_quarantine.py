"""Tables whose events do not fold are quarantined: folded once, never shown in part, isolated."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from grav.server.live import deadline_timers
from grav.server.live.quarantine import TableUnreadable
from grav.server.live.rooms import MAX_FOLDED_HERE
from grav.server.messages import stored_events as e
from grav.server.people.people_facade import People
from grav.server.store import Append, Database, Journal, open_database
from grav.server.store.quarantine import QuarantineStore
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiVisitor, Ended
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock
from grav.text import LANGUAGES, Language, say

pytestmark = pytest.mark.anyio

BROKEN = b'{"kind": "no such thing"}'
"""A row that is not an event of ours."""
FOREIGN = e.encode(e.TakenBack(at=START))
"""An event that is impossible here: there is nothing to take back."""


@pytest.fixture
async def database(sqlite_url: str) -> Any:
    opened = open_database(sqlite_url)
    yield opened
    await opened.close()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Records everything that is decoded to be folded."""
    seen: list[bytes] = []

    def reading(stored: bytes) -> e.Event:
        seen.append(stored)
        event: e.Event = e.decode(stored)
        return event

    monkeypatch.setattr("grav.server.table.event_upgrades.decode", reading)
    return seen


class Counted:
    """Counts the calls of a method, and lets a test wait for more."""

    def __init__(self, patch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        self._calls, self._called = 0, asyncio.Event()
        original = getattr(owner, name)

        async def count(*args: object) -> object:
            self._calls += 1
            self._called.set()
            return await original(*args)

        patch.setattr(owner, name, count)

    async def times(self, more: int) -> None:
        """Waits for this many further calls."""
        wanted = self._calls + more
        while self._calls < wanted:
            self._called.clear()
            await self._called.wait()


async def add(database: Database, table: str, *events: bytes) -> None:
    """Stores events as another process would, or somebody who tampers with the store."""
    journal = Journal(database)
    assert await journal.append(
        Append(table, await journal.latest(table), events, e.SCHEMA_VERSION)
    )
    await journal.close()


async def broken_table(server: ServerFixture, database: Database, *events: bytes) -> str:
    """Opens a table with a broken event that no process has in memory."""
    table = await server.open_table(await server.guest())
    await add(database, table, *(events or (BROKEN,)))
    server.tables.rooms.clear()
    return table


@pytest.mark.parametrize("event", [BROKEN, FOREIGN, b"\x00"], ids=["form", "order", "json"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_requests_for_a_quarantined_table_are_refused(
    server: ServerFixture, database: Database, event: bytes, language: Language
) -> None:
    table = await broken_table(server, database, event)
    visitor = await server.guest()
    answer = await visitor.ask("GET", f"/api/tables/{table}?lang={language}")
    told = {"code": "table_unreadable", "text": say("problem.table_unreadable", language)}
    assert (answer.status, answer.json()) == (503, told)
    refused = await server.give(visitor, table, do="sit", seat=1)
    assert refused["code"] == "table_unreadable"
    socket = visitor.connect(f"/api/tables/{table}/socket")
    with pytest.raises(Ended, match="4503"):
        await socket.hear("whole")
    assert socket.sent[-1]["reason"] == "table_unreadable"


async def test_a_quarantined_table_is_folded_once(
    server: ServerFixture, database: Database, read: list[bytes]
) -> None:
    table = await broken_table(server, database)
    with capture_logs() as logs:
        for _ in range(5):
            await server.look(table)
    assert read.count(BROKEN) == 1
    (line,) = [each for each in logs if each["event"] == "table_unreadable"]
    assert (line["log_level"], line["table"]) == ("error", table)
    assert isinstance(line["exc_info"], Exception)


async def test_a_quarantined_table_is_stored_with_its_traceback_and_counted(
    server: ServerFixture, database: Database
) -> None:
    table = await broken_table(server, database)
    await server.look(table)
    (found,) = await QuarantineStore(database).all()
    assert (found.game, found.at) == (table, server.clock.now())
    assert "Traceback" in found.error
    assert "decode_event" in found.error
    numbers = await AsgiVisitor(server.app, "keeper", "127.0.0.1").ask("GET", "/metrics")
    told = [line.split() for line in numbers.body.decode().splitlines()]
    counts = [line[1] for line in told if line[0].startswith("grav_quarantined_tables")]
    assert counts == ["1.0"]


async def test_a_table_in_memory_stays_as_it_was(server: ServerFixture, database: Database) -> None:
    """A valid event before the broken one is not shown: they were stored together."""
    host, other = await server.guests(2)
    table = await server.open_table(host)
    room = await server.tables.load_current(table)
    before, commands = room.table, dict(room.commands)
    person = (await other.get("/api/account"))["id"]
    sat = e.encode(e.Sat(at=START, seat=1, person=person))
    await add(database, table, sat, BROKEN)
    await server.tables.check_journal()
    with pytest.raises(TableUnreadable):
        await server.tables.load_current(table)
    assert room.table is before
    assert room.commands == commands
    assert (await server.look(table))["code"] == "table_unreadable"
    await add(database, table, sat)
    await server.tables.check_journal()
    with pytest.raises(TableUnreadable):  # there is a newer event: the fold is tried once more
        await server.tables.load_current(table)
    assert room.table is before


async def test_listeners_of_a_quarantined_table_stay_and_it_is_logged_once(
    server: ServerFixture, database: Database
) -> None:
    host = await server.guest()
    table = await server.open_table(host)
    socket = await server.at(table, host)
    await add(database, table, BROKEN)
    with capture_logs() as logs:
        for _ in range(5):
            await server.tables.check_journal()
            await asyncio.sleep(0)
            await server.tables.stop()
    assert [each["event"] for each in logs] == ["table_unreadable"]
    refused = await socket.command(do="sit", seat=1, id="sit")
    assert (refused["is"], refused["code"]) == ("refused", "table_unreadable")


async def test_a_released_table_is_read_again(
    server: ServerFixture, database: Database, read: list[bytes]
) -> None:
    table = await broken_table(server, database)
    await server.look(table)
    await QuarantineStore(database).release(table)
    await server.tables.check_journal()
    await server.look(table)
    assert read.count(BROKEN) == 2
    async with database.writing() as connection:
        await connection.execute(
            text("DELETE FROM events WHERE game = :game AND event = :event"),
            {"game": table, "event": BROKEN.decode()},
        )
    await QuarantineStore(database).release(table)
    await server.tables.check_journal()
    assert (await server.look(table))["table"] == table


async def test_a_process_that_can_fold_a_table_releases_it(
    sqlite_url: str, clock: ManualClock, database: Database
) -> None:
    """A process of a version that can fold the table lifts its quarantine."""
    async with open_server_fixture(sqlite_url, clock) as server:
        table = await server.open_table(await server.guest())
    await QuarantineStore(database).put(table, 1, "another version could not read it")
    async with open_server_fixture(sqlite_url, clock) as server:
        await server.tables.check_journal()
        assert server.tables.quarantine.stored == {table}
        await server.look(table)
        assert server.tables.quarantine.stored == frozenset()
    assert await QuarantineStore(database).all() == []


async def test_deadlines_of_other_tables_are_carried_out(
    sqlite_url: str, clock: ManualClock, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.002)
    swept = Counted(monkeypatch, deadline_timers.Timers, "_sweep_once")
    async with open_server_fixture(sqlite_url, clock) as server:
        bad = await server.open_table(await server.guest())
        clock.advance(1000)
        good = await server.open_table(await server.guest())
    await add(database, bad, BROKEN)
    clock.advance(3 * 86_400_000)
    with capture_logs() as logs:
        async with open_server_fixture(sqlite_url, clock) as server, asyncio.timeout(TIMEOUT):
            while (await server.look(good))["now"]["stage"] != "closed":
                await asyncio.sleep(0.002)
            await swept.times(20)  # the broken table is not retried again and again
    assert [each["event"] for each in logs if each["log_level"] == "error"] == ["table_unreadable"]
    (found,) = await QuarantineStore(database).all()
    assert found.game == bad


async def remove(database: Database, table: str, number: int) -> None:
    """Deletes an event, as by hand or by restoring an inconsistent backup."""
    async with database.writing() as connection:
        await connection.execute(
            text("DELETE FROM events WHERE game = :game AND number = :number"),
            {"game": table, "number": number},
        )


async def test_a_table_with_a_missing_event_is_quarantined(
    server: ServerFixture, database: Database
) -> None:
    """The remaining events fold without it."""
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    for phrase in ("hello", "oops"):
        await server.give(host, table, do="say", seat=0, phrase=phrase)
    latest = await Journal(database).latest(table)
    await remove(database, table, latest - 1)
    server.tables.rooms.clear()
    assert (await server.look(table))["code"] == "table_unreadable"
    with pytest.raises(TableUnreadable):
        await server.live_services.folding.table(table)
    (found,) = await QuarantineStore(database).all()
    assert f"event {latest - 1} is missing" in found.error


async def test_a_table_in_memory_with_a_missing_next_event_is_quarantined(
    server: ServerFixture, database: Database
) -> None:
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    latest = (await server.tables.load_current(table)).known
    said = e.encode(e.Said(at=START, seat=0, phrase="hello"))
    await add(database, table, said, said)
    await remove(database, table, latest + 1)
    await server.tables.check_journal()
    assert (await server.look(table))["code"] == "table_unreadable"


@pytest.mark.parametrize("reads", ["tables", "folding"])
async def test_a_process_that_stops_quarantines_nothing(
    server: ServerFixture, database: Database, reads: str
) -> None:
    """Its thread pool takes no more work, which is no fault of the table."""
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    for _ in range(MAX_FOLDED_HERE):
        await server.give(host, table, do="say", seat=0, phrase="hello")
    server.tables.rooms.clear()
    await server.tables.stop()
    server.live_services.folding.close()
    read = server.tables.load_current if reads == "tables" else server.live_services.folding.table
    with pytest.raises(RuntimeError, match="after shutdown"):
        await read(table)
    assert await QuarantineStore(database).all() == []
    assert server.tables.quarantine.stored == frozenset()


async def test_an_unavailable_database_quarantines_nothing(
    server: ServerFixture, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await server.open_table(await server.guest())
    server.tables.rooms.clear()

    async def fails(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(People, "names", fails)
        with pytest.raises(ZeroDivisionError):
            await server.tables.load_current(table)
    assert await QuarantineStore(database).all() == []
    assert (await server.look(table))["table"] == table


async def test_the_export_leaves_out_quarantined_tables(
    server: ServerFixture, database: Database
) -> None:
    host, other = await server.guests(2)
    bad, good = [await server.sit(host, other) for _ in range(2)]
    await add(database, bad, BROKEN)
    answer = await host.ask("GET", "/api/games/export")
    (line,) = answer.body.splitlines()
    assert json.loads(line)["table"]["id"] == good


async def test_a_release_during_a_refresh_is_kept(
    server: ServerFixture, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await server.open_table(await server.guest())
    server.tables.rooms.clear()
    await QuarantineStore(database).put(table, 1, "another version could not read it")
    await server.tables.check_journal()
    real = QuarantineStore.games

    async def late(self: QuarantineStore) -> frozenset[str]:
        before = await real(self)
        await server.look(table)
        return before

    monkeypatch.setattr(QuarantineStore, "games", late)
    assert server.tables.quarantine.stored == {table}
    await server.tables.check_journal()
    assert server.tables.quarantine.stored == frozenset()


async def test_a_quarantine_during_a_refresh_is_kept(
    server: ServerFixture, database: Database, read: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await broken_table(server, database)
    real = QuarantineStore.games

    async def late(self: QuarantineStore) -> frozenset[str]:
        before = await real(self)
        await server.look(table)
        return before

    monkeypatch.setattr(QuarantineStore, "games", late)
    await server.tables.check_journal()
    await server.look(table)
    assert read.count(BROKEN) == 1
    assert server.tables.quarantine.stored == {table}
