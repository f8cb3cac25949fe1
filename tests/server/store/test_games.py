"""Lists of tables, statistics, and presence."""

import pytest
from msgspec.structs import replace
from sqlalchemy import insert

from grav.server.store import Append, Database, Games, Journal, PresenceStore, SeatRow, Summary
from grav.server.store import presence as module
from grav.server.store.schema import people

pytestmark = pytest.mark.anyio

TABLE = Summary("gathering", True, False, "p1", 1, 1, '{"size": 9}', ())


@pytest.fixture
async def games(database: Database) -> Games:
    return Games(database)


@pytest.fixture
async def presence(database: Database) -> PresenceStore:
    return PresenceStore(database)


def seated(*persons: str | None) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(seat, person, level=5 if person is None else None)
        for seat, person in enumerate(persons)
    )


@pytest.fixture
async def some_tables(journal: Journal) -> None:
    """Tables of every stage, each changed later than the one before it."""
    shown = [
        ("open1", "gathering", True, seated("p1")),
        ("open2", "gathering", True, seated("p2", "p3")),
        ("hidden", "gathering", False, seated("p1")),
        ("settling", "settling", True, seated("p1", None)),
        ("playing", "playing", True, seated("p2", "p1", "p1")),
        ("private", "playing", False, seated("p1", "p2")),
        ("over", "over", True, seated("p1", "p2")),
        ("closed", "closed", True, ()),
    ]
    for changed, (game, stage, public, seats) in enumerate(shown):
        table = replace(TABLE, stage=stage, public=public, changed=changed, seats=seats)
        assert await journal.append(Append(game, 0, (b"{}",), 1, summary=table))


async def test_a_summary_is_read_as_it_was_written(journal: Journal, games: Games) -> None:
    table = Summary("playing", False, True, "p1", 10**12, 10**12 + 1, "{}", seated("p1", None))
    await journal.append(Append("g", 0, (b"{}",), 1, summary=table))
    assert await games.summary("g") == table
    assert await games.seats_of("g") == table.seats
    assert await games.summary("nowhere") is None
    assert await games.seats_of("nowhere") == ()


async def test_seats_of_a_table_are_replaced(journal: Journal, games: Games) -> None:
    for after, persons in enumerate([("p1", "p2", "p3"), ("p3", "p1"), ()]):
        table = replace(TABLE, seats=seated(*persons))
        await journal.append(Append("g", after, (b"{}",), 1, summary=table))
        assert await games.seats_of("g") == seated(*persons)


@pytest.mark.usefixtures("some_tables")
async def test_open_tables_are_public_and_the_latest_comes_first(games: Games) -> None:
    found = await games.open_tables(9)
    assert [each.game for each in found] == ["open2", "open1"]
    assert found[0].summary.seats == seated("p2", "p3")
    assert [each.game for each in await games.open_tables(1)] == ["open2"]


@pytest.mark.usefixtures("some_tables")
async def test_running_tables_are_public(games: Games) -> None:
    assert [each.game for each in await games.running(9)] == ["playing", "settling"]


@pytest.mark.usefixtures("some_tables")
async def test_all_tables_of_a_person_are_listed_once(games: Games) -> None:
    found = [each.game for each in await games.of_person("p1", None, 9)]
    assert found == ["over", "private", "playing", "settling", "hidden", "open1"]
    running = await games.of_person("p1", None, 9, stages=["playing", "settling"])
    assert [each.game for each in running] == ["private", "playing", "settling"]
    assert await games.of_person("nobody", None, 9) == []


async def test_a_list_continues_at_its_cursor(journal: Journal, games: Games) -> None:
    """Also where several tables changed in the same millisecond."""
    for number in range(10):
        table = replace(TABLE, changed=number // 4, seats=seated("p1"))
        await journal.append(Append(f"g{number}", 0, (b"{}",), 1, summary=table))
    whole = await games.of_person("p1", None, 99)
    read = await games.of_person("p1", None, 3)
    while page := await games.of_person("p1", read[-1].cursor, 3):
        read += page
    assert read == whole
    assert len({each.game for each in read}) == 10


@pytest.mark.usefixtures("some_tables")
async def test_statistics_leave_out_deleted_accounts(games: Games, database: Database) -> None:
    rows = [
        {"id": id_, "name": name, "deleted": deleted, "created": 1, "banned": False}
        for id_, name, deleted in [
            ("p1", "one", False),
            ("p2", "two", False),
            ("p3", None, False),
            ("p4", None, True),
        ]
    ]
    await database.write(lambda connection: connection.execute(insert(people), rows))
    found = await games.statistics()
    assert (found.people, found.guests, found.events) == (2, 1, 8)
    assert found.games == {"gathering": 3, "settling": 1, "playing": 2, "over": 1, "closed": 1}


async def test_presence_is_stored_by_person_and_table(presence: PresenceStore) -> None:
    assert await presence.last_seen("g", "p1") is None
    await presence.store_seen([("g", "p1")], 10)
    await presence.store_seen([("h", "p1")], 20)
    await presence.store_seen([("g", "p2")], 30)
    assert await presence.last_seen("g", "p1") == 10


async def test_the_time_of_presence_never_decreases(presence: PresenceStore) -> None:
    for now in (10, 30, 20):
        await presence.store_seen([("g", "p1")], now)
    assert await presence.last_seen("g", "p1") == 30


async def test_presence_that_nobody_reads_is_deleted(
    journal: Journal, presence: PresenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At tables that are over, closed or missing, and of people who have no seat there any more."""
    monkeypatch.setattr(module, "MAX_SWEPT", 2)
    for game in ("gathering", "settling", "playing", "over", "closed"):
        table = replace(TABLE, stage=game, seats=seated("p1", None, "p2"))
        await journal.append(Append(game, 0, (b"{}",), 1, summary=table))
    tables = ("gathering", "settling", "playing", "over", "closed", "nowhere")
    there = {(game, person) for game in tables for person in ("p1", "p2", "left")}
    await presence.store_seen(there, 10)
    swept = 0
    while found := await presence.sweep():
        assert found <= 2
        swept += found
    kept = {pair for pair in there if await presence.last_seen(*pair) is not None}
    assert kept == {(game, who) for game in tables[:3] for who in ("p1", "p2")}
    assert swept == len(there) - len(kept)
