"""The interface about people: every good way, and every refusal."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http.cookies import Morsel, SimpleCookie
from typing import Any, cast

import pytest
from argon2 import PasswordHasher
from httpx import ASGITransport, AsyncClient, Response
from litestar import Litestar, Request
from litestar.di import Provide

from grav.server.chance import SystemChance
from grav.server.clock import SystemClock
from grav.server.http.identity import COOKIE, SessionCookie, person_of
from grav.server.http.people import people_router
from grav.server.people.passwords import Passwords
from grav.server.people.people import People
from grav.server.people.person import Person
from grav.server.problems.problem import problem_handlers
from grav.server.store import Database

pytestmark = pytest.mark.anyio

NAME, PASSWORD, OTHER = "그라소샤", "correct horse", "battery staple"
ANNA = {"name": "Anna", "password": PASSWORD}

Json = dict[str, Any]
Client = Callable[[], AbstractAsyncContextManager[AsyncClient]]


@pytest.fixture
def people(database: Database) -> People:
    easy = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(database, SystemClock(), SystemChance(), Passwords(easy))


def application(people: People, *, secure: bool = False) -> Litestar:
    async def person(request: Request[Any, Any, Any]) -> Person | None:
        return await person_of(request, people)

    return Litestar(
        [people_router()],
        dependencies={
            "people": Provide(lambda: people, sync_to_thread=False),
            "person": Provide(person),
            "session_cookie": Provide(lambda: SessionCookie(secure=secure), sync_to_thread=False),
        },
        exception_handlers=problem_handlers(),
        logging_config=None,
    )


@pytest.fixture
def browser(people: People) -> Client:
    """Opens browsers, each with its own cookies; every answer must be one that is described."""
    app = application(people)
    described = app.openapi_schema.to_schema()["paths"]

    async def is_described(response: Response) -> None:
        request = response.request
        for template, operations in described.items():
            path = re.sub(r"\{\w+\}", "[^/]+", template)
            if re.fullmatch(path, request.url.path) and request.method.lower() in operations:
                answers = operations[request.method.lower()]["responses"]
                assert str(response.status_code) in answers, (template, response.status_code)
                return
        raise AssertionError(request.url.path)

    @asynccontextmanager
    async def opened() -> AsyncIterator[AsyncClient]:
        async with AsyncClient(
            transport=ASGITransport(cast("Any", app)),
            base_url="http://grav.test/api",
            headers={"user-agent": "Browser"},
            event_hooks={"response": [is_described]},
        ) as client:
            yield client

    return opened


@pytest.fixture
async def client(browser: Client) -> AsyncIterator[AsyncClient]:
    async with browser() as opened:
        yield opened


@pytest.fixture
async def anna(client: AsyncClient) -> Json:
    """The answer to registering; the client is signed in."""
    answer: Json = (await client.post("/account", json=ANNA)).json()
    return answer


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def set_cookie(response: Response) -> "Morsel[str]":
    return SimpleCookie(response.headers["set-cookie"])[COOKIE]


def assert_refused(response: Response, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert sorted(response.json()) == ["code", "text"]


async def delete(client: AsyncClient, path: str, body: Json) -> Response:
    return await client.request("DELETE", path, json=body)


# Guests


async def test_a_guest_can_play_at_once(client: AsyncClient) -> None:
    made = await client.post("/guest")
    assert made.status_code == 201
    assert made.json() == {"id": made.json()["id"], "name": None, "guest": True, "scopes": None}
    assert (await client.get("/account")).json() == made.json()


async def test_who_is_signed_in_is_not_made_a_guest(client: AsyncClient) -> None:
    first = await client.post("/guest")
    again = await client.post("/guest")
    assert again.status_code == 200
    assert again.json() == first.json()
    assert "set-cookie" not in again.headers


async def test_the_cookie_can_be_read_and_sent_by_nobody_else(people: People) -> None:
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


async def test_the_cookie_is_renewed_by_asking_who_one_is(client: AsyncClient) -> None:
    made = await client.post("/guest")
    asked = await client.get("/account")
    assert set_cookie(asked).value == set_cookie(made).value
    assert set_cookie(asked)["max-age"] == set_cookie(made)["max-age"]


# Accounts


async def test_a_guest_becomes_an_account_and_stays_the_same(client: AsyncClient) -> None:
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


async def test_nobody_becomes_an_account(client: AsyncClient, anna: Json) -> None:
    assert anna["account"]["name"] == "Anna"
    assert (await client.get("/account")).json() == anna["account"]


@pytest.mark.usefixtures("anna")
async def test_an_account_cannot_be_made_twice(client: AsyncClient) -> None:
    again = await client.post("/account", json={"name": "Berta", "password": PASSWORD})
    assert_refused(again, 409, "has_account")


@pytest.mark.usefixtures("anna")
async def test_a_name_is_taken_in_every_width_and_case(browser: Client) -> None:
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
async def test_a_body_of_another_form_is_refused(client: AsyncClient, body: object) -> None:
    assert_refused(await client.post("/account", json=body), 400, "invalid")
    assert_refused(await client.post("/session", json=body), 400, "invalid")


async def test_who_is_nobody_is_told_so(client: AsyncClient) -> None:
    assert_refused(await client.get("/account"), 401, "not_signed_in")
    nobody = await client.get("/session")
    assert nobody.status_code == 200
    assert nobody.json() is None


async def test_who_has_a_session_is_told_by_it(client: AsyncClient) -> None:
    guest = (await client.post("/guest")).json()
    told = await client.get("/session")
    assert told.json() == guest
    assert COOKIE in told.cookies


# Logging in and out


async def test_logging_in_begins_a_session(browser: Client, anna: Json) -> None:
    async with browser() as other:
        entered = await other.post("/session", json={"name": "ANNA", "password": PASSWORD})
        assert entered.status_code == 201
        assert entered.json() == anna["account"]
        assert (await other.get("/account")).json() == anna["account"]


@pytest.mark.parametrize("name", ["Anna", "Nobody", "no name"])
@pytest.mark.usefixtures("anna")
async def test_a_wrong_login_does_not_tell_what_was_wrong(browser: Client, name: str) -> None:
    async with browser() as other:
        wrong = await other.post("/session", json={"name": name, "password": OTHER})
        assert_refused(wrong, 401, "wrong_login")
        assert wrong.headers["www-authenticate"] == "Bearer"
        assert "set-cookie" not in wrong.headers


@pytest.mark.usefixtures("anna")
async def test_logging_in_ends_the_session_of_the_guest_before(
    browser: Client, people: People
) -> None:
    async with browser() as other:
        await other.post("/guest")
        guest = other.cookies[COOKIE]
        await other.post("/session", json=ANNA)
        assert other.cookies[COOKIE] != guest
    assert await people.by_session(guest) is None


@pytest.mark.usefixtures("anna")
async def test_logging_out_ends_the_session(client: AsyncClient, people: People) -> None:
    secret = client.cookies[COOKIE]
    left = await client.delete("/session")
    assert left.status_code == 204
    assert set_cookie(left)["max-age"] == "0"
    assert COOKIE not in client.cookies
    assert await people.by_session(secret) is None
    assert_refused(await client.get("/account"), 401, "not_signed_in")
    assert (await client.delete("/session")).status_code == 204


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
async def test_a_wrong_recovery_code_does_not_tell_what_was_wrong(
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
async def test_nobody_sees_or_ends_the_sessions_of_others(
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
async def test_what_is_no_id_is_refused(client: AsyncClient, path: str) -> None:
    assert_refused(await client.delete(path), 400, "invalid")


# Tokens


@pytest.mark.usefixtures("anna")
async def test_a_token_is_told_once_and_listed_without_its_secret(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "내 봇", "scopes": ["read", "bot"]})
    assert made.status_code == 201
    token, secret = made.json()["token"], made.json()["secret"]
    assert secret.startswith("grav_")
    assert (token["name"], token["scopes"], token["used"]) == ("내 봇", ["bot", "read"], None)
    listed = await client.get("/tokens")
    assert listed.json() == {"tokens": [token]}
    assert secret not in listed.text


async def test_a_token_tells_who_one_is_and_what_it_allows(
    browser: Client, client: AsyncClient, anna: Json
) -> None:
    made = await client.post("/tokens", json={"name": "bot", "scopes": ["play"]})
    async with browser() as program:
        asked = await program.get("/account", headers=bearer(made.json()["secret"]))
    assert asked.json() == anna["account"] | {"scopes": ["play"]}
    assert "set-cookie" not in asked.headers


@pytest.mark.usefixtures("anna")
async def test_a_token_goes_before_a_cookie(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "bot", "scopes": ["play"]})
    asked = await client.get("/account", headers=bearer(made.json()["secret"]))
    assert asked.json()["scopes"] == ["play"]
    assert "set-cookie" not in asked.headers
    assert_refused(await client.get("/account", headers=bearer("grav_no")), 401, "wrong_token")


async def test_another_kind_of_authorization_is_not_for_us(client: AsyncClient, anna: Json) -> None:
    asked = await client.get("/account", headers={"authorization": "Basic YTpi"})
    assert asked.json() == anna["account"]


@pytest.mark.usefixtures("anna")
async def test_a_token_that_was_revoked_stops_at_once(client: AsyncClient) -> None:
    made = (await client.post("/tokens", json={"name": "bot", "scopes": ["bot"]})).json()
    path = f"/tokens/{made['token']['id']}"
    assert (await client.delete(path)).status_code == 204
    stopped = await client.get("/account", headers=bearer(made["secret"]))
    assert_refused(stopped, 401, "wrong_token")
    assert_refused(await client.delete(path), 404, "no_such_token")


@pytest.mark.parametrize(
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
async def test_no_token_manages_an_account(
    client: AsyncClient, method: str, path: str, body: Json | None
) -> None:
    scopes = ["play", "bot", "read"]
    made = (await client.post("/tokens", json={"name": "bot", "scopes": scopes})).json()
    asked = await client.request(method, path, json=body, headers=bearer(made["secret"]))
    assert_refused(asked, 403, "session_needed")


@pytest.mark.parametrize(
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
async def test_a_token_of_another_form_is_refused(client: AsyncClient, body: Json) -> None:
    assert_refused(await client.post("/tokens", json=body), 400, "invalid")


@pytest.mark.usefixtures("anna")
async def test_a_token_has_a_name_that_can_be_shown(client: AsyncClient) -> None:
    made = await client.post("/tokens", json={"name": "a\nb", "scopes": ["play"]})
    assert_refused(made, 400, "token_name")


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
