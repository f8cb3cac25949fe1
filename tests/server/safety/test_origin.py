"""Pages of others cannot act in the name of their visitors; our own pages and programs can."""

import json
from collections.abc import Awaitable, Callable

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from grav.server.asgi import Message, Scope
from grav.server.config import Config

HOST = "testserver.local"
OURS, PUBLIC = f"http://{HOST}", "https://grav.example"
COOKIE = {"cookie": "grav_session=s"}
TOKEN = {"authorization": "Bearer t"}

ALLOWED: list[dict[str, str]] = [
    {},
    {"origin": OURS},
    {"origin": PUBLIC},
    {"origin": OURS.upper()},
    {"origin": OURS, **COOKIE},
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
    {"origin": f"{OURS}.evil.example", **COOKIE},
    {"origin": f"{OURS}:8000", **COOKIE},
    {"origin": f"https://sub.{HOST}", **COOKIE},
    {"origin": "http://grav.example", **COOKIE},
    COOKIE,
    {**COOKIE, "sec-fetch-site": "same-origin"},
    {"origin": OURS, **COOKIE, "sec-fetch-site": "cross-site"},
    {**COOKIE, "authorization": "Basic dTpw"},
]


def told(headers: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in headers.items()) or "nothing"


@pytest.mark.parametrize("headers", ALLOWED, ids=told)
def test_our_own_pages_and_programs_may_write_and_open_sockets(
    client: TestClient[Litestar], headers: dict[str, str]
) -> None:
    assert client.post("/", headers=headers).status_code == 201
    with client.websocket_connect("/", headers=headers) as socket:
        assert socket.receive_text() == "hello"


@pytest.mark.parametrize("headers", REFUSED, ids=told)
def test_other_pages_may_neither_write_nor_open_sockets(
    client: TestClient[Litestar], headers: dict[str, str]
) -> None:
    refused = client.post("/", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "from_elsewhere")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/", headers=headers):
        pass


@pytest.mark.parametrize("headers", [*ALLOWED, *REFUSED], ids=told)
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
