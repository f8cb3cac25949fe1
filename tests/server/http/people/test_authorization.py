"""Blocks, authorization by session, account and token, bans, and no secrets in responses."""

import re

import pytest
from httpx import AsyncClient
from tests.data_driven import every
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
from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


# Blocks


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


# Authorization


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
async def test_without_a_session_private_resources_are_refused(
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
async def test_a_guest_is_refused_what_needs_an_account(
    client: AsyncClient, method: str, path: str, body: Json | None
) -> None:
    await client.post("/guest")
    assert_refused(await client.request(method, path, json=body), 403, "needs_account")


async def test_a_banned_person_is_refused_by_session_token_login_and_recovery(
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
async def test_no_response_contains_a_stored_secret(client: AsyncClient) -> None:
    await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})
    answers = [await client.get(path) for path in ("/account", "/sessions", "/tokens", "/blocks")]
    texts = "\n".join(answer.text for answer in answers)
    assert "$argon2id$" not in texts
    assert not re.search(r"[0-9a-f]{64}", texts)
    assert client.cookies[COOKIE] not in texts


async def test_responses_204_are_documented_without_content(people: People) -> None:
    paths = application(people).openapi_schema.to_schema()["paths"]
    empty = [
        operation["responses"]["204"]
        for path in paths.values()
        for operation in path.values()
        if "204" in operation["responses"]
    ]
    assert len(empty) == 7
    assert not any("content" in response for response in empty)


async def test_documented_bodies_forbid_unknown_fields(people: People) -> None:
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
