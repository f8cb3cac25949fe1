"""Guests, accounts, passwords and recovery over HTTP, with every refusal."""

from typing import Any, cast

import pytest
from httpx import ASGITransport, AsyncClient
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
    delete,
    set_cookie,
)

from grav.server.http.identity import COOKIE
from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


# Guests


async def test_a_guest_can_play_at_once(client: AsyncClient) -> None:
    made = await client.post("/guest")
    assert made.status_code == 201
    assert made.json() == {"id": made.json()["id"], "name": None, "guest": True, "scopes": None}
    assert (await client.get("/account")).json() == made.json()


async def test_a_signed_in_person_does_not_become_a_new_guest(client: AsyncClient) -> None:
    first = await client.post("/guest")
    again = await client.post("/guest")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert "set-cookie" not in again.headers


async def test_the_cookie_is_http_only_same_site_and_secure(people: People) -> None:
    for secure in (False, True):
        transport = ASGITransport(cast("Any", application(people, secure=secure)))
        async with AsyncClient(transport=transport, base_url="https://grav.test/api") as client:
            cookie = set_cookie(await client.post("/guest"))
        assert len(cookie.value) >= 43
        assert cookie["httponly"]
        assert cookie["samesite"] == "lax"
        assert cookie["path"] == "/"
        assert cookie["domain"] == ""
        assert cookie["max-age"] == str(180 * 24 * 60 * 60)
        assert bool(cookie["secure"]) is secure


async def test_reading_the_account_renews_the_cookie(client: AsyncClient) -> None:
    made = await client.post("/guest")
    asked = await client.get("/account")
    assert set_cookie(asked).value == set_cookie(made).value
    assert set_cookie(asked)["max-age"] == set_cookie(made)["max-age"]


# Accounts


async def test_a_guest_who_registers_keeps_the_id(client: AsyncClient) -> None:
    guest = await client.post("/guest")
    old = client.cookies[COOKIE]
    made = await client.post("/account", json={"name": NAME, "password": PASSWORD})
    assert made.status_code == 201
    account = {"id": guest.json()["id"], "name": NAME, "guest": False, "scopes": None}
    assert made.json()["account"] == account
    assert len(set(made.json()["recovery_codes"])) == 10
    assert (await client.get("/account")).json() == account
    assert client.cookies[COOKIE] != old
    client.cookies.clear()
    stale = await client.get("/account", headers={"cookie": f"{COOKIE}={old}"})
    assert_refused(stale, 401, "not_signed_in")


async def test_registering_without_a_session_makes_a_new_person(
    client: AsyncClient, anna: Json
) -> None:
    assert anna["account"]["name"] == "Anna"
    assert (await client.get("/account")).json() == anna["account"]


@pytest.mark.usefixtures("anna")
async def test_an_account_cannot_register_again(client: AsyncClient) -> None:
    again = await client.post("/account", json={"name": "Berta", "password": PASSWORD})
    assert_refused(again, 409, "has_account")


@pytest.mark.usefixtures("anna")
async def test_a_name_is_taken_in_any_width_and_case(browser: Client) -> None:
    async with browser() as other:
        for name in ("Anna", "ANNA", "ａｎｎａ"):
            taken = await other.post("/account", json={"name": name, "password": OTHER})
            assert_refused(taken, 409, "name_taken")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a", "name_length"),
        ("a" * 21, "name_length"),
        ("a b", "name_letters"),
        ("a\0b", "name_letters"),
    ],
)
async def test_a_bad_name_is_refused_with_a_reason(
    client: AsyncClient, name: str, code: str
) -> None:
    refused = await client.post("/account", json={"name": name, "password": PASSWORD})
    assert_refused(refused, 400, code)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
async def test_a_bad_password_is_refused(client: AsyncClient, password: str) -> None:
    refused = await client.post("/account", json={"name": "Anna", "password": password})
    assert_refused(refused, 400, "invalid")
    assert refused.json()["text"].startswith("password: ")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Anna"},
        {"name": "Anna", "password": 12345678},
        {**ANNA, "admin": True},
        [],
        None,
    ],
)
async def test_a_malformed_body_is_refused(client: AsyncClient, body: object) -> None:
    assert_refused(await client.post("/account", json=body), 400, "invalid")
    assert_refused(await client.post("/session", json=body), 400, "invalid")


async def test_without_a_session_the_account_is_refused(client: AsyncClient) -> None:
    assert_refused(await client.get("/account"), 401, "not_signed_in")
    nobody = await client.get("/session")
    assert nobody.status_code == 200
    assert nobody.json() is None


async def test_a_session_identifies_its_person(client: AsyncClient) -> None:
    guest = (await client.post("/guest")).json()
    told = await client.get("/session")
    assert told.json() == guest
    assert COOKIE in told.cookies


# Passwords and recovery


@pytest.mark.usefixtures("anna")
async def test_a_new_password_ends_the_other_sessions(browser: Client, client: AsyncClient) -> None:
    async with browser() as other:
        await other.post("/session", json=ANNA)
        changed = await client.post("/account/password", json={"old": PASSWORD, "new": OTHER})
        assert changed.status_code == 204
        assert (await client.get("/account")).status_code == 200
        assert (await other.get("/account")).status_code == 401
        assert (await other.post("/session", json=ANNA)).status_code == 401
        entered = await other.post("/session", json={"name": "Anna", "password": OTHER})
        assert entered.status_code == 201


@pytest.mark.usefixtures("anna")
async def test_a_new_password_needs_the_old_one(client: AsyncClient) -> None:
    wrong = await client.post("/account/password", json={"old": OTHER, "new": OTHER})
    assert_refused(wrong, 403, "wrong_password")
    short = await client.post("/account/password", json={"old": PASSWORD, "new": "short"})
    assert_refused(short, 400, "invalid")


async def test_a_recovery_code_works_once(browser: Client, client: AsyncClient, anna: Json) -> None:
    made = await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})
    recovery = {"name": "Anna", "code": anna["recovery_codes"][0], "password": OTHER}
    async with browser() as other:
        recovered = await other.post("/recovery", json=recovery)
        assert recovered.status_code == 200
        assert recovered.json() == anna["account"]
        assert (await other.get("/account")).json() == anna["account"]
        assert (await client.get("/account")).status_code == 401
        with_token = await other.get("/account", headers=bearer(made.json()["secret"]))
        assert_refused(with_token, 401, "wrong_token")
        assert_refused(await other.post("/recovery", json=recovery), 401, "wrong_code")
        entered = await client.post("/session", json={"name": "Anna", "password": OTHER})
        assert entered.status_code == 201


@pytest.mark.parametrize("name", ["Anna", "Nobody"])
@pytest.mark.usefixtures("anna")
async def test_a_failed_recovery_does_not_reveal_whether_the_name_exists(
    client: AsyncClient, name: str
) -> None:
    recovery = {"name": name, "code": "abcde-fghij-klmno-pqrst", "password": OTHER}
    assert_refused(await client.post("/recovery", json=recovery), 401, "wrong_code")


async def test_new_recovery_codes_replace_the_old_ones(client: AsyncClient, anna: Json) -> None:
    wrong = await client.post("/account/recovery-codes", json={"password": OTHER})
    assert_refused(wrong, 403, "wrong_password")
    made = await client.post("/account/recovery-codes", json={"password": PASSWORD})
    assert made.status_code == 201
    codes = made.json()["recovery_codes"]
    assert len(set(codes) - set(anna["recovery_codes"])) == 10
    old = {"name": "Anna", "code": anna["recovery_codes"][0], "password": OTHER}
    assert_refused(await client.post("/recovery", json=old), 401, "wrong_code")
    new = old | {"code": codes[9]}
    assert (await client.post("/recovery", json=new)).status_code == 200


@pytest.mark.usefixtures("anna")
async def test_deleting_an_account_needs_the_password(client: AsyncClient) -> None:
    assert_refused(await delete(client, "/account", {"password": OTHER}), 403, "wrong_password")
    assert_refused(await client.delete("/account"), 400, "invalid")
    gone = await delete(client, "/account", {"password": PASSWORD})
    assert gone.status_code == 204
    assert set_cookie(gone)["max-age"] == "0"
    assert_refused(await client.get("/account"), 401, "not_signed_in")
    assert_refused(await client.post("/session", json=ANNA), 401, "wrong_login")
