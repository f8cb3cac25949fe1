"""Security headers of every response."""

from collections.abc import Callable

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from grav.server.runtime.config import Config

ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/", "/api/list", "/nowhere"])
def test_every_response_has_the_security_headers(client: TestClient[Litestar], path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in ALWAYS} == ALWAYS
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["connect-src"] == "'self' wss://grav.example"
    assert policy["img-src"] == "'self' data: blob:"
    assert "unsafe" not in headers["content-security-policy"]
    assert "camera=()" in headers["permissions-policy"]
    assert ("cache-control" in headers) == path.startswith("/api")


def test_error_responses_have_the_security_headers(client: TestClient[Litestar]) -> None:
    headers = client.post("/", headers={"origin": "https://evil.example"}).headers
    assert {name: headers[name] for name in ALWAYS} == ALWAYS


def test_api_responses_are_not_cached(client: TestClient[Litestar]) -> None:
    assert client.get("/api/list").headers["cache-control"] == "no-store"


def test_https_servers_send_hsts(
    client: TestClient[Litestar], guarded: Callable[..., Litestar]
) -> None:
    assert client.get("/").headers["strict-transport-security"].startswith("max-age=")
    for config in (Config(), Config(public_url="http://grav.example")):
        with TestClient(guarded(config)) as plain:
            assert "strict-transport-security" not in plain.get("/").headers
