"""CSRF and DNS-rebinding protection: requests of other origins and for other hosts are refused."""

import json
from collections.abc import Awaitable, Callable

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from tests.subtests import every

from grav.server.protocol.asgi_types import Message, Scope
from grav.server.runtime.config import Config

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
OUR_HOSTS = ["grav.example", "GRAV.example", "grav.example:443", "grav.example:8443"]
OTHER_HOSTS = [
    "evil.example",
    "grav.example.evil.example",
    "127.0.0.1:8000",
    "[::1]",
    "[",
    "",
    ":80",
]


def header_names(headers: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in headers.items()) or "nothing"


@every("headers", ALLOWED, ids=header_names)
def test_our_own_origin_and_programs_may_write_and_open_sockets(
    client: TestClient[Litestar],
    client_without_public_url: TestClient[Litestar],
    headers: dict[str, str],
) -> None:
    for server in (client, client_without_public_url):
        assert server.post("/", headers=headers).status_code == 201
        with server.websocket_connect("/", headers=headers) as socket:
            assert socket.receive_text() == "hello"


@every("headers", REFUSED, ids=header_names)
def test_other_origins_may_neither_write_nor_open_sockets(
    client: TestClient[Litestar],
    client_without_public_url: TestClient[Litestar],
    headers: dict[str, str],
) -> None:
    for server in (client, client_without_public_url):
        refused = server.post("/", headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "from_elsewhere")
        with pytest.raises(WebSocketDisconnect), server.websocket_connect("/", headers=headers):
            pass


@every("headers", [*ALLOWED, *REFUSED], ids=header_names)
def test_any_origin_may_follow_a_link(
    client: TestClient[Litestar], headers: dict[str, str]
) -> None:
    assert client.get("/", headers=headers).text == "read"


@pytest.mark.anyio
async def test_a_refused_websocket_has_an_error_response(
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


def test_without_a_public_url_the_same_host_is_our_origin(
    client_without_public_url: TestClient[Litestar],
) -> None:
    for origin in (OURS, PUBLIC):
        assert (
            client_without_public_url.post("/", headers={"origin": origin, **COOKIE}).status_code
            == 201
        )


@pytest.mark.parametrize("host", OUR_HOSTS)
def test_requests_for_the_public_host_are_served(client: TestClient[Litestar], host: str) -> None:
    headers = {"host": host}
    assert client.get("/", headers=headers).text == "read"
    assert client.post("/", headers=headers | {"origin": PUBLIC}).status_code == 201
    with client.websocket_connect("/", headers=headers) as socket:
        assert socket.receive_text() == "hello"


@every("host", OTHER_HOSTS)
def test_requests_for_any_other_host_are_refused(client: TestClient[Litestar], host: str) -> None:
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


def test_the_same_host_without_tls_is_another_origin(
    client: TestClient[Litestar],
) -> None:
    refused = client.post("/", headers={"origin": OURS, **COOKIE})
    assert (refused.status_code, refused.json()["code"]) == (403, "from_elsewhere")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_local_requests_may_name_the_address_as_host(
    client: TestClient[Litestar], path: str
) -> None:
    answer = client.get(path, headers={"host": "127.0.0.1:8000"})
    assert answer.status_code == 404, "let through to where here is no handler for it"
