"""Who may do what about people, whom one wants no more of, and what is told of anybody."""

import re

import pytest
from httpx import AsyncClient
from tests.every import every
from tests.server.http.people.conftest import (
    ANNA,
    NAME,
    OTHER,
    PASSWORD,
    Client,
    Json,
    application,
    assert_refused,
    bearer,
)

from grav.server.http.identity import COOKIE
from grav.server.people.people import People

pytestmark = pytest.mark.anyio


# Blocks


async def test_blocks_are_made_listed_and_taken_back(client: AsyncClient, people: People) -> None:
    await people.accounts.register(None, NAME, PASSWORD)
    await client.post("/account", json=ANNA)
    assert (await client.put(f"/blocks/{NAME}")).status_code == 204
    assert (await client.put(f"/blocks/{NAME}")).status_code == 204
    assert (await client.get("/blocks")).json() == {"names": [NAME]}
    assert (await client.delete(f"/blocks/{NAME}")).status_code == 204
    assert (await client.delete(f"/blocks/{NAME}")).status_code == 204
    assert (await client.get("/blocks")).json() == {"names": []}


@pytest.mark.usefixtures("anna")
async def test_only_somebody_else_who_is_there_can_be_blocked(client: AsyncClient) -> None:
    for name in ("Nobody", "%00", "%FF", "a%20b"):
        assert_refused(await client.put(f"/blocks/{name}"), 404, "no_such_person")
        assert_refused(await client.delete(f"/blocks/{name}"), 404, "no_such_person")
    assert_refused(await client.put("/blocks/anna"), 409, "block_self")
    assert_refused(await client.put("/blocks/" + "x" * 81), 400, "invalid")


# Who may do what


@every(
    ("method", "path", "body"),
    [
        ("GET", "/account", None),
        ("DELETE", "/account", {"password": PASSWORD}),
        ("POST", "/account/password", {"old": PASSWORD, "new": OTHER}),
        ("POST", "/account/recovery-codes", {"password": PASSWORD}),
        ("GET", "/sessions", None),
        ("DELETE", "/sessions/x", None),
        ("GET", "/tokens", None),
        ("POST", "/tokens", {"name": "bot", "scopes": ["play"]}),
        ("DELETE", "/tokens/x", None),
        ("GET", "/blocks", None),
        ("PUT", "/blocks/Anna", None),
        ("DELETE", "/blocks/Anna", None),
    ],
)
async def test_what_is_ones_own_is_for_who_is_signed_in(
    client: AsyncClient, method: str, path: str, body: Json | None
) -> None:
    client.cookies.set(COOKIE, "no such session")
    assert_refused(await client.request(method, path, json=body), 401, "not_signed_in")


@every(
    ("method", "path", "body"),
    [
        ("DELETE", "/account", {"password": PASSWORD}),
        ("POST", "/account/password", {"old": PASSWORD, "new": OTHER}),
        ("POST", "/account/recovery-codes", {"password": PASSWORD}),
        ("GET", "/tokens", None),
        ("POST", "/tokens", {"name": "bot", "scopes": ["play"]}),
        ("DELETE", "/tokens/x", None),
    ],
)
async def test_what_needs_an_account_is_not_for_guests(
    client: AsyncClient, method: str, path: str, body: Json | None
) -> None:
    await client.post("/guest")
    assert_refused(await client.request(method, path, json=body), 403, "needs_account")


async def test_who_is_banned_is_refused_by_every_way(
    browser: Client, client: AsyncClient, anna: Json, people: People
) -> None:
    made = (await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})).json()
    person = await people.by_name("Anna")
    assert person is not None
    await people.bans.ban(person)
    assert_refused(await client.get("/account"), 403, "banned")
    assert_refused(await client.post("/guest"), 403, "banned")
    async with browser() as other:
        with_token = await other.get("/account", headers=bearer(made["secret"]))
        assert_refused(with_token, 403, "banned")
        assert_refused(await other.post("/session", json=ANNA), 403, "banned")
        recovery = {"name": "Anna", "code": anna["recovery_codes"][0], "password": OTHER}
        assert_refused(await other.post("/recovery", json=recovery), 403, "banned")
        assert COOKIE not in other.cookies


@pytest.mark.usefixtures("anna")
async def test_no_answer_holds_a_secret_of_the_database(client: AsyncClient) -> None:
    await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})
    answers = [await client.get(path) for path in ("/account", "/sessions", "/tokens", "/blocks")]
    told = "\n".join(answer.text for answer in answers)
    assert "$argon2id$" not in told
    assert not re.search(r"[0-9a-f]{64}", told)
    assert client.cookies[COOKIE] not in told


async def test_nothing_is_described_as_nothing(people: People) -> None:
    paths = application(people).openapi_schema.to_schema()["paths"]
    empty = [
        operation["responses"]["204"]
        for path in paths.values()
        for operation in path.values()
        if "204" in operation["responses"]
    ]
    assert len(empty) == 7
    assert not any("content" in response for response in empty)


async def test_the_description_forbids_what_the_bodies_forbid(people: People) -> None:
    schemas = application(people).openapi_schema.to_schema()["components"]["schemas"]
    for body in (
        "NameAndPassword",
        "NewAccount",
        "Proof",
        "PasswordChange",
        "Recovery",
        "NewToken",
    ):
        assert schemas[body]["additionalProperties"] is False
