"""Leases: of several processes, one has a thought, and it is free again when its time is out."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from grav.server.store import Database, open_database
from grav.server.store.leases import Leases

pytestmark = pytest.mark.anyio


@pytest.fixture
async def one(database: Database) -> Leases:
    return Leases(database, "one")


@pytest.fixture
async def other(database_url: str) -> AsyncIterator[Leases]:
    """Of another process, with connections of its own."""
    database = open_database(database_url)
    yield Leases(database, "other")
    await database.close()


async def test_who_comes_second_is_told_until_when(one: Leases, other: Leases) -> None:
    assert await one.take("g", 1, "3-5", 100, 110) is None
    assert await other.take("g", 1, "3-5", 105, 115) == 110
    assert await other.take("g", 2, "3-5", 105, 115) is None
    assert await other.take("h", 1, "3-5", 105, 115) is None


async def test_of_many_who_ask_at_once_one_gets_it(database_url: str) -> None:
    databases = [open_database(database_url) for _ in range(4)]
    several = [Leases(each, f"process {n}") for n, each in enumerate(databases)]
    for game in map(str, range(5)):
        took = await asyncio.gather(*(each.take(game, 0, "1-1", 0, 10) for each in several))
        assert sorted(took, key=lambda until: until is not None) == [None, 10, 10, 10]
    for each in databases:
        await each.close()


async def test_it_is_free_once_its_time_is_out(one: Leases, other: Leases) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    assert await other.take("g", 1, "3-5", 110, 120) is None
    assert await one.take("g", 1, "3-5", 111, 121) == 120


async def test_it_can_be_extended_by_whoever_has_it(one: Leases, other: Leases) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    assert await one.take("g", 1, "3-5", 105, 130) is None
    assert await other.take("g", 1, "3-5", 120, 140) == 130


async def test_it_is_free_once_it_is_released(one: Leases, other: Leases) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    await other.release("g", 1, "3-5")  # not its own
    assert await other.take("g", 1, "3-5", 105, 115) == 110
    await one.release("g", 1, "3-5")
    assert await other.take("g", 1, "3-5", 105, 115) is None


async def test_who_is_done_with_a_question_keeps_the_lease_of_the_next(
    one: Leases, other: Leases
) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    await one.take("g", 1, "4-7", 105, 115)
    await one.release("g", 1, "3-5")
    assert await other.take("g", 1, "4-7", 106, 116) == 115


async def test_a_new_question_does_not_wait_for_the_thought_about_an_old_one(
    one: Leases, other: Leases
) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    assert await other.take("g", 1, "4-7", 105, 115) is None


async def test_what_ran_out_is_swept_away(one: Leases, other: Leases) -> None:
    await one.take("g", 1, "3-5", 100, 110)
    await one.take("h", 1, "3-5", 100, 120)
    assert await other.sweep(110) == 1
    assert await other.sweep(110) == 0
    assert await other.take("h", 1, "3-5", 110, 120) == 120
