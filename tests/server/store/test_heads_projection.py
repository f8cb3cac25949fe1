"""The projection of latest numbers and waiting seats: written with the events, and backfilled."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select

from grav.server.store import Append, Database, Games, Journal, SeatRow, Summary
from grav.server.store.journal_entries import bit_mask_of
from grav.server.store.projection_backfill import ProjectionBackfill
from grav.server.store.schema import events, heads

pytestmark = pytest.mark.anyio

PLAYING = Summary("playing", True, False, "p1", 1, 1, "{}", ())


def seated(*people: str | None, kept: tuple[int, ...] = ()) -> tuple[SeatRow, ...]:
    return tuple(
        SeatRow(seat, person, 5 if person is None else None, seat in kept)
        for seat, person in enumerate(people)
    )


async def read_heads(database: Database) -> dict[str, tuple[int, int | None]]:
    async with database.reading() as connection:
        rows = await connection.execute(select(heads))
        return {row.game: (row.number, row.waiting) for row in rows}


async def append_event(
    journal: Journal, game: str, after: int = 0, waiting: int | None = 0, **shown: object
) -> bool:
    summary = replace(PLAYING, **shown) if shown else None
    return await journal.append(
        Append(game, after, (b"{}", b"{}"), 1, summary=summary, waiting=waiting)
    )


async def test_latest_numbers_are_read_without_the_events(
    journal: Journal, database: Database
) -> None:
    for game in ("g", "h"):
        await append_event(journal, game)
    await append_event(journal, "g", 2)
    await database.write(lambda connection: connection.execute(delete(events)))
    assert (await journal.latest("g"), await journal.latest("nowhere")) == (4, 0)
    assert await journal.latest_of(["g", "h", "nowhere"]) == {"g": 4, "h": 2}


async def test_a_refused_append_changes_nothing(journal: Journal, database: Database) -> None:
    await append_event(journal, "g", waiting=1)
    assert not await append_event(journal, "g", 0, waiting=2)
    assert not await append_event(journal, "g", 1, waiting=2)
    assert await read_heads(database) == {"g": (2, 1)}


async def test_the_last_append_of_a_group_is_projected_and_the_number_never_decreases(
    journal: Journal, database: Database
) -> None:
    appends = [(("g", 0), 1), (("h", 4), 4), (("g", 2), 2), (("h", 0), 8), (("i", 0), None)]
    await asyncio.gather(*(append_event(journal, *at, waiting=waiting) for at, waiting in appends))
    assert await read_heads(database) == {"g": (4, 2), "h": (6, 4), "i": (2, None)}
    assert await append_event(journal, "h", 2, waiting=16)  # into a gap
    assert (await read_heads(database))["h"] == (6, 4)


async def test_of_two_processes_the_later_number_is_projected(
    journal: Journal, other_journal: Journal, database: Database
) -> None:
    for number in range(0, 20, 4):
        assert await append_event(journal, "g", number, waiting=1)
        assert await append_event(other_journal, "g", number + 2, waiting=2)
    assert await read_heads(database) == {"g": (20, 2)}


def test_seats_are_a_bit_mask() -> None:
    assert [bit_mask_of(seats) for seats in ((), (0,), (1, 3), [3, 1, 3])] == [0, 1, 10, 10]


async def test_tables_wait_for_a_person_by_the_seats_of_that_person(
    journal: Journal, database: Database
) -> None:
    games = Games(database)
    one_of = seated("p2", "p1", None)
    tables = {
        "mine": (bit_mask_of([1]), {"seats": one_of}),
        "theirs": (bit_mask_of([0, 2]), {"seats": one_of}),
        "both": (bit_mask_of([2]), {"seats": seated("p1", "p2", "p1"), "stage": "settling"}),
        "kept": (bit_mask_of([1]), {"seats": seated("p2", "p1", kept=(1,))}),
        "over": (bit_mask_of([1]), {"seats": one_of, "stage": "over"}),
        "unknown": (None, {"seats": one_of}),
    }
    for changed, (game, (waiting, shown)) in enumerate(tables.items()):
        await append_event(journal, game, 0, waiting, changed=changed, **shown)  # type: ignore[arg-type]
    assert [each.game for each in await games.waiting_for("p1", 9)] == ["both", "mine"]
    assert [each.game for each in await games.waiting_for("p1", 1)] == ["both"]
    assert await games.waiting_for("nobody", 9) == []
    await append_event(journal, "mine", 2, bit_mask_of([0]))
    assert [each.game for each in await games.waiting_for("p1", 9)] == ["both"]


async def test_older_games_without_a_projection_are_found_and_backfilled(
    journal: Journal, database: Database
) -> None:
    projection = ProjectionBackfill(database)
    for game, waiting, stage in (
        ("a", None, "playing"), ("b", None, "settling"), ("c", None, "over"), ("d", 1, "playing"),
        ("e", None, "playing"), ("f", None, "playing"),
    ):  # fmt: skip
        await append_event(journal, game, 0, waiting, stage=stage)
    await journal.quarantine.put("e", 1, "broken")
    assert await projection.find_unfilled(9) == ["a", "b", "f"]
    assert await projection.find_unfilled(1, "a") == ["b"]
    await projection.fill("a", 2, 3)
    await projection.fill("b", 1, 3)  # it went on since it was found
    await projection.fill("d", 2, 3)  # it is projected already
    found = await read_heads(database)
    assert (found["a"], found["b"], found["d"]) == ((2, 3), (2, None), (2, 1))
