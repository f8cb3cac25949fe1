"""Authorization by session, account and token; bans; no secrets in responses."""

import re

import pytest
from httpx import AsyncClient
from tests.server.http.people.conftest import (
    ANNA,
    OTHER,
    PASSWORD,
    Client,
    Json,
    assert_refused,
    bearer,
)
from tests.subtests import every

from grav.server.http.identity import COOKIE
from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


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
