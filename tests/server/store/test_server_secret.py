"""The server's secret: one for all processes, and values derived from it."""

import asyncio
from itertools import count

import pytest

from grav.server.store import Database, open_database
from grav.server.store.server_secret import ServerSecret

pytestmark = pytest.mark.anyio


async def test_all_processes_share_one_secret_also_if_they_start_at_once(database_url: str) -> None:
    numbers = count()
    databases = [open_database(database_url) for _ in range(4)]
    several = [ServerSecret(each, lambda: f"secret {next(numbers)}") for each in databases]
    derived = await asyncio.gather(*(each.derive("bot", "table", "1") for each in several))
    assert len(set(derived)) == 1
    later = ServerSecret(databases[0], lambda: "another")
    assert await later.derive("bot", "table", "1") == derived[0]
    for each in databases:
        await each.close()


async def test_derived_values_differ_by_purpose_and_parts(database: Database) -> None:
    secret = ServerSecret(database, lambda: "secret")
    parts = [
        ("a", "b", "c"),
        ("ab", "c"),
        ("a", "bc"),
        ("abc",),
        ("a", "b", "c", ""),
        ("b", "a", "c"),
    ]
    assert len({await secret.derive(*each) for each in parts}) == len(parts)


async def test_another_server_derives_other_values(
    database: Database, blank_sqlite_url: str
) -> None:
    one = ServerSecret(database, lambda: "secret")
    derived = await one.derive("bot", "table", "1")
    assert len(derived) == 32
    assert derived != await _with_another_secret(blank_sqlite_url)


async def _with_another_secret(url: str) -> bytes:
    from grav.server.store.migrate import migrate

    database = open_database(url)
    await migrate(database)
    derived = await ServerSecret(database, lambda: "another").derive("bot", "table", "1")
    await database.close()
    return derived


async def test_a_derived_id_is_valid_in_a_url(database: Database) -> None:
    secret = ServerSecret(database, lambda: "secret")
    names = {await secret.derive_id("rematch", str(number)) for number in range(50)}
    assert len(names) == 50
    assert all(
        len(name) == 12 and name.replace("-", "a").replace("_", "a").isalnum() for name in names
    )
