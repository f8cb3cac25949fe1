"""Pages of others cannot act in the name of their visitors; our own pages and programs can."""

import json
from collections.abc import Awaitable, Callable

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.every import every

from grav.server.config import Config
from grav.server.protocol.asgi_types import Message, Scope

HOST = "grav.example"
OURS, PUBLIC = f"http://{HOST}", f"https://{HOST}"
COOKIE = {"cookie": "grav_session=s"}
TOKEN = {"authorization": "Bearer t"}

ALLOWED: list[dict[str, str]] = [
    {},
    {"origin": PUBLIC},
    {"origin": PUBLIC.upper()},
    {"origin": PUBLIC, **COOKIE},
    {"origin": PUBLIC, **COOKIE, "sec-fetch-site": "same-origin"},
    TOKEN,
    {**TOKEN, **COOKIE},
    {"sec-fetch-site": "cross-site"},
]
REFUSED: list[dict[str, str]] = [
    {"origin": "https://evil.example"},
    {"origin": "https://evil.example", **COOKIE},
    {"origin": "https://evil.example", **TOKEN},
    {"origin": "null", **COOKIE},
    {"origin": "", **COOKIE},
    {"origin": f"{PUBLIC}.evil.example", **COOKIE},
    {"origin": f"{PUBLIC}:8000", **COOKIE},
    {"origin": f"https://sub.{HOST}", **COOKIE},
    COOKIE,
    {**COOKIE, "sec-fetch-site": "same-origin"},
    {"origin": PUBLIC, **COOKIE, "sec-fetch-site": "cross-site"},
    {**COOKIE, "authorization": "Basic dTpw"},
]
BY_ITS_NAME = ["grav.example", "GRAV.example", "grav.example:443", "grav.example:8443"]
BY_ANOTHER = [
    "evil.example",
    "grav.example.evil.example",
    "127.0.0.1:8000",
    "[::1]",
    "[",
    "",
    ":80",
]


def told(headers: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in headers.items()) or "nothing"


@every("headers", ALLOWED, ids=told)
def test_our_own_pages_and_programs_may_write_and_open_sockets(
    client: TestClient[Litestar], nameless: TestClient[Litestar], headers: dict[str, str]
) -> None:
    for server in (client, nameless):
        assert server.post("/", headers=headers).status_code == 201
        with server.websocket_connect("/", headers=headers) as socket:
            assert socket.receive_text() == "hello"


@every("headers", REFUSED, ids=told)
def test_other_pages_may_neither_write_nor_open_sockets(
    client: TestClient[Litestar], nameless: TestClient[Litestar], headers: dict[str, str]
) -> None:
    for server in (client, nameless):
        refused = server.post("/", headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "from_elsewhere")
        with pytest.raises(WebSocketDisconnect), server.websocket_connect("/", headers=headers):
            pass


@every("headers", [*ALLOWED, *REFUSED], ids=told)
def test_everybody_may_follow_a_link(client: TestClient[Litestar], headers: dict[str, str]) -> None:
    assert client.get("/", headers=headers).text == "read"


@pytest.mark.anyio
async def test_a_refused_socket_is_told_why_where_servers_can(
    guarded: Callable[..., Litestar],
    scope_of: Callable[..., Scope],
    ask: Callable[..., Awaitable[list[Message]]],
) -> None:
    headers = [(b"origin", b"https://evil.example"), (b"host", b"grav.example")]
    extensions: dict[str, dict[str, object]] = {"websocket.http.response": {}}
    scope = scope_of(headers=headers, type="websocket", extensions=extensions)
    start, body = await ask(guarded(Config()), scope)
    assert (start["type"], start["status"]) == ("websocket.http.response.start", 403)
    assert json.loads(body["body"])["code"] == "from_elsewhere"
    assert b"content-security-policy" in dict(start["headers"])


def test_where_nobody_said_how_it_is_reached_pages_of_the_same_host_are_ours(
    nameless: TestClient[Litestar],
) -> None:
    for origin in (OURS, PUBLIC):
        assert nameless.post("/", headers={"origin": origin, **COOKIE}).status_code == 201


@pytest.mark.parametrize("host", BY_ITS_NAME)
def test_a_server_that_has_a_name_is_reached_by_it(client: TestClient[Litestar], host: str) -> None:
    headers = {"host": host}
    assert client.get("/", headers=headers).text == "read"
    assert client.post("/", headers=headers | {"origin": PUBLIC}).status_code == 201
    with client.websocket_connect("/", headers=headers) as socket:
        assert socket.receive_text() == "hello"


@every("host", BY_ANOTHER)
def test_and_by_no_other_whatever_page_asks(client: TestClient[Litestar], host: str) -> None:
    for origin in (PUBLIC, f"https://{host}", f"http://{host}"):
        headers = {"host": host, "origin": origin, "accept-language": "ko"}
        for refused in (
            client.get("/", headers=headers),
            client.post("/", headers=headers),
        ):
            assert (refused.status_code, refused.json()["code"]) == (421, "wrong_host")
            assert HOST in refused.json()["text"]
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/", headers=headers),
        ):
            pass


def test_a_page_of_the_same_host_without_tls_is_not_ours(
    client: TestClient[Litestar],
) -> None:
    refused = client.post("/", headers={"origin": OURS, **COOKIE})
    assert (refused.status_code, refused.json()["code"]) == (403, "from_elsewhere")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_what_is_asked_beside_the_server_is_asked_by_address(
    client: TestClient[Litestar], path: str
) -> None:
    answer = client.get(path, headers={"host": "127.0.0.1:8000"})
    assert answer.status_code == 404, "let through to where here is no handler for it"
