"""Login, logout, sessions and API tokens over HTTP, with every refusal."""

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
    set_cookie,
)
from tests.subtests import every

from grav.server.http.identity import COOKIE
from grav.server.people.people_facade import People

pytestmark = pytest.mark.anyio


# Login and logout


async def test_login_begins_a_session(browser: Client, anna: Json) -> None:
    async with browser() as other:
        entered = await other.post("/session", json={"name": "ANNA", "password": PASSWORD})
        assert entered.status_code == 201
        assert entered.json() == anna["account"]
        assert (await other.get("/account")).json() == anna["account"]


@pytest.mark.parametrize("name", ["Anna", "Nobody", "no name"])
@pytest.mark.usefixtures("anna")
async def test_a_failed_login_does_not_reveal_whether_the_name_exists(
    browser: Client, name: str
) -> None:
    async with browser() as other:
        wrong = await other.post("/session", json={"name": name, "password": OTHER})
        assert_refused(wrong, 401, "wrong_login")
        assert wrong.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in wrong.headers


@pytest.mark.usefixtures("anna")
async def test_login_ends_the_session_of_the_guest_before(browser: Client, people: People) -> None:
    async with browser() as other:
        await other.post("/guest")
        guest = other.cookies[COOKIE]
        await other.post("/session", json=ANNA)
        assert other.cookies[COOKIE] != guest
    assert await people.by_session(guest) is None


@pytest.mark.usefixtures("anna")
async def test_logout_ends_the_session(client: AsyncClient, people: People) -> None:
    secret = client.cookies[COOKIE]
    left = await client.delete("/session")
    assert left.status_code == 204
    assert set_cookie(left)["max-age"] == "0"
    assert COOKIE not in client.cookies
    assert await people.by_session(secret) is None
    assert_refused(await client.get("/account"), 401, "not_signed_in")
    assert (await client.delete("/session")).status_code == 204


# Sessions


@pytest.mark.usefixtures("anna")
async def test_sessions_are_listed_and_can_be_ended(browser: Client, client: AsyncClient) -> None:
    async with browser() as other:
        await other.post("/session", json=ANNA, headers={"user-agent": "Telephone"})
        listed = (await client.get("/sessions")).json()["sessions"]
        assert sorted(listed[0]) == ["agent", "created", "current", "id", "seen"]
        assert {(each["agent"], each["current"]) for each in listed} == {
            ("Browser", True),
            ("Telephone", False),
        }
        (there,) = [each for each in listed if not each["current"]]
        assert (await client.delete(f"/sessions/{there['id']}")).status_code == 204
        assert_refused(await other.get("/account"), 401, "not_signed_in")
        assert_refused(await client.delete(f"/sessions/{there['id']}"), 404, "no_such_session")
        assert (await client.get("/account")).status_code == 200


@pytest.mark.usefixtures("anna")
async def test_nobody_lists_or_ends_the_sessions_of_others(
    browser: Client, client: AsyncClient
) -> None:
    (own,) = (await client.get("/sessions")).json()["sessions"]
    async with browser() as other:
        await other.post("/guest")
        (guests,) = (await other.get("/sessions")).json()["sessions"]
        assert guests["id"] != own["id"]
        assert_refused(await other.delete(f"/sessions/{own['id']}"), 404, "no_such_session")
    assert (await client.get("/account")).status_code == 200


@pytest.mark.parametrize("path", ["/sessions/x%00y", "/tokens/with%20space", "/tokens/" + "x" * 17])
@pytest.mark.usefixtures("anna")
async def test_an_unknown_id_is_refused(client: AsyncClient, path: str) -> None:
    assert_refused(await client.delete(path), 400, "invalid")


# Tokens


@pytest.mark.usefixtures("anna")
async def test_a_tokens_secret_is_shown_once_and_never_listed(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "내 봇", "scopes": ["read", "bot"]})
    assert made.status_code == 201
    token, secret = made.json()["token"], made.json()["secret"]
    assert secret.startswith("grav_")
    assert (token["name"], token["scopes"], token["used"]) == ("내 봇", ["bot", "read"], None)
    listed = await client.get("/tokens")
    assert listed.json() == {"tokens": [token]}
    assert secret not in listed.text


async def test_a_token_identifies_its_person_and_scopes(
    browser: Client, client: AsyncClient, anna: Json
) -> None:
    made = await client.post("/tokens", json={"name": "bot", "scopes": ["play"]})
    async with browser() as program:
        asked = await program.get("/account", headers=bearer(made.json()["secret"]))
    assert asked.json() == anna["account"] | {"scopes": ["play"]}
    assert "set-cookie" not in asked.headers


@pytest.mark.usefixtures("anna")
async def test_a_token_takes_precedence_over_a_cookie(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "bot", "scopes": ["play"]})
    asked = await client.get("/account", headers=bearer(made.json()["secret"]))
    assert asked.json()["scopes"] == ["play"]
    assert "set-cookie" not in asked.headers
    assert_refused(await client.get("/account", headers=bearer("grav_no")), 401, "wrong_token")


async def test_other_authorization_schemes_are_ignored(client: AsyncClient, anna: Json) -> None:
    asked = await client.get("/account", headers={"authorization": "Basic YTpi"})
    assert asked.json() == anna["account"]


@pytest.mark.usefixtures("anna")
async def test_a_revoked_token_is_refused_at_once(client: AsyncClient) -> None:
    made = (await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})).json()
    path = f"/tokens/{made['token']['id']}"
    assert (await client.delete(path)).status_code == 204
    stopped = await client.get("/account", headers=bearer(made["secret"]))
    assert_refused(stopped, 401, "wrong_token")
    assert_refused(await client.delete(path), 404, "no_such_token")


@every(
    ("method", "path", "body"),
    [
        ("POST", "/guest", None),
        ("POST", "/account", {"name": "Berta", "password": PASSWORD}),
        ("DELETE", "/account", {"password": PASSWORD}),
        ("POST", "/account/password", {"old": PASSWORD, "new": OTHER}),
        ("POST", "/account/recovery-codes", {"password": PASSWORD}),
        ("POST", "/recovery", {"name": "Anna", "code": "x", "password": OTHER}),
        ("POST", "/session", ANNA),
        ("DELETE", "/session", None),
        ("GET", "/sessions", None),
        ("DELETE", "/sessions/x", None),
        ("GET", "/tokens", None),
        ("POST", "/tokens", {"name": "bot", "scopes": ["play"]}),
        ("DELETE", "/tokens/x", None),
        ("GET", "/blocks", None),
        ("PUT", "/blocks/Berta", None),
        ("DELETE", "/blocks/Berta", None),
    ],
)
@pytest.mark.usefixtures("anna")
async def test_tokens_cannot_manage_an_account(
    client: AsyncClient, method: str, path: str, body: Json | None
) -> None:
    scopes = ["play", "bot", "read"]
    made = (await client.post("/tokens", json={"name": "bot", "scopes": scopes})).json()
    asked = await client.request(method, path, json=body, headers=bearer(made["secret"]))
    assert_refused(asked, 403, "session_needed")


@every(
    "body",
    [
        {"name": "bot", "scopes": []},
        {"name": "bot", "scopes": ["everything"]},
        {"name": "bot", "scopes": ["play"] * 4},
        {"name": "", "scopes": ["play"]},
        {"name": "x" * 61, "scopes": ["play"]},
        {"name": "bot"},
    ],
)
@pytest.mark.usefixtures("anna")
async def test_a_malformed_request_for_a_token_is_refused(client: AsyncClient, body: Json) -> None:
    assert_refused(await client.post("/tokens", json=body), 400, "invalid")


@pytest.mark.usefixtures("anna")
async def test_a_tokens_name_must_be_visible(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "a\nb", "scopes": ["play"]})
    assert_refused(made, 400, "token_name")
