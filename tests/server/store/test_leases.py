"""Leases: of several processes one thinks about a question, until its lease expires."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from grav.server.store import Database, open_database
from grav.server.store.leases import Leases

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ours(database: Database) -> Leases:
    return Leases(database, "one")


@pytest.fixture
async def theirs(database_url: str) -> AsyncIterator[Leases]:
    """The leases of another process, with its own connections."""
    database = open_database(database_url)
    yield Leases(database, "other")
    await database.close()


async def test_a_taken_lease_is_refused_with_its_expiry(ours: Leases, theirs: Leases) -> None:
    assert await ours.take("g", 1, "3-5", 100, 110) is None
    assert await theirs.take("g", 1, "3-5", 105, 115) == 110
    assert await theirs.take("g", 2, "3-5", 105, 115) is None
    assert await theirs.take("h", 1, "3-5", 105, 115) is None


async def test_of_many_concurrent_requests_one_gets_the_lease(database_url: str) -> None:
    databases = [open_database(database_url) for _ in range(4)]
    several = [Leases(each, f"process {n}") for n, each in enumerate(databases)]
    for game in map(str, range(5)):
        took = await asyncio.gather(*(each.take(game, 0, "1-1", 0, 10) for each in several))
        assert sorted(took, key=lambda until: until is not None) == [None, 10, 10, 10]
    for each in databases:
        await each.close()


async def test_an_expired_lease_can_be_taken(ours: Leases, theirs: Leases) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    assert await theirs.take("g", 1, "3-5", 110, 120) is None
    assert await ours.take("g", 1, "3-5", 111, 121) == 120


async def test_the_holder_can_extend_a_lease(ours: Leases, theirs: Leases) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    assert await ours.take("g", 1, "3-5", 105, 130) is None
    assert await theirs.take("g", 1, "3-5", 120, 140) == 130


async def test_a_released_lease_can_be_taken(ours: Leases, theirs: Leases) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    await theirs.release("g", 1, "3-5")  # not the holder
    assert await theirs.take("g", 1, "3-5", 105, 115) == 110
    await ours.release("g", 1, "3-5")
    assert await theirs.take("g", 1, "3-5", 105, 115) is None


async def test_releasing_an_old_question_keeps_the_lease_of_the_next(
    ours: Leases, theirs: Leases
) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    await ours.take("g", 1, "4-7", 105, 115)
    await ours.release("g", 1, "3-5")
    assert await theirs.take("g", 1, "4-7", 106, 116) == 115


async def test_a_lease_of_an_old_question_does_not_block_a_new_one(
    ours: Leases, theirs: Leases
) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    assert await theirs.take("g", 1, "4-7", 105, 115) is None


async def test_expired_leases_are_deleted(ours: Leases, theirs: Leases) -> None:
    await ours.take("g", 1, "3-5", 100, 110)
    await ours.take("h", 1, "3-5", 100, 120)
    assert await theirs.sweep(110) == 1
    assert await theirs.sweep(110) == 0
    assert await theirs.take("h", 1, "3-5", 110, 120) == 120
