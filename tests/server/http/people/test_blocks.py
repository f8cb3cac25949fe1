"""Blocks of other people."""

import pytest
from httpx import AsyncClient
from tests.server.http.people.conftest import (
    ANNA,
    NAME,
    PASSWORD,
    assert_refused,
)

from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


async def test_blocks_are_added_listed_and_removed(client: AsyncClient, people: People) -> None:
    await people.accounts.register(None, NAME, PASSWORD)
    await client.post("/account", json=ANNA)
    assert (await client.put(f"/blocks/{NAME}")).status_code == 204
    assert (await client.put(f"/blocks/{NAME}")).status_code == 204
    assert (await client.get("/blocks")).json() == {"names": [NAME]}
    assert (await client.delete(f"/blocks/{NAME}")).status_code == 204
    assert (await client.delete(f"/blocks/{NAME}")).status_code == 204
    assert (await client.get("/blocks")).json() == {"names": []}


@pytest.mark.usefixtures("anna")
async def test_only_an_existing_other_person_can_be_blocked(client: AsyncClient) -> None:
    for name in ("Nobody", "%00", "%FF", "a%20b"):
        assert_refused(await client.put(f"/blocks/{name}"), 404, "no_such_person")
        assert_refused(await client.delete(f"/blocks/{name}"), 404, "no_such_person")
    assert_refused(await client.put("/blocks/anna"), 409, "block_self")
    assert_refused(await client.put("/blocks/" + "x" * 81), 400, "invalid")
