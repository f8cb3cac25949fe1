"""A small application behind the guard, and ways to send requests to it."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import pytest
from litestar import Litestar, Request, WebSocket, get, post, put, websocket
from litestar.testing import TestClient

from grav.server.limits.gcra import Limiter
from grav.server.limits.rate_limits import RateLimits
from grav.server.observability.metrics import Metrics
from grav.server.protocol.asgi_types import Message, Receive, Scope
from grav.server.runtime.clock import SystemClock
from grav.server.runtime.config import Config
from grav.server.safety.guard_middleware import BannedAddresses, RequestGuard

Guarded = Callable[..., Litestar]
Ask = Callable[..., Awaitable[list[Message]]]
ScopeOf = Callable[..., Scope]


@get("/")
async def read() -> str:
    return "read"


@get("/api/list")
async def listed() -> str:
    return "listed"


@post("/")
async def write(request: Request[Any, Any, Any]) -> Any:
    return {"body": (await request.body()).decode()}


@put("/address")
async def address(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


@websocket("/")
async def talk(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


@pytest.fixture
def guarded() -> Guarded:
    """Makes the application, behind a guard with these settings."""

    def make(config: Config, bans: BannedAddresses | None = None) -> Litestar:
        app = Litestar(
            [read, listed, write, address, talk], openapi_config=None, logging_config=None
        )
        rate_limits = RateLimits(Limiter(SystemClock(), factor=config.limits), Metrics())
        guard = RequestGuard(
            cast("Any", app.asgi_handler), config, bans or BannedAddresses(), rate_limits
        )
        app.asgi_handler = cast("Any", guard)
        return app

    return make


@pytest.fixture
def client(guarded: Guarded) -> Iterator[TestClient[Litestar]]:
    """A client of https://grav.example, a server behind a proxy."""
    app = guarded(Config(public_url="https://grav.example"))
    with TestClient(app, base_url="http://grav.example") as opened:
        yield opened


@pytest.fixture
def client_without_public_url(guarded: Guarded) -> Iterator[TestClient[Litestar]]:
    """A client of a server without a public URL."""
    with TestClient(guarded(Config()), base_url="http://grav.example") as opened:
        yield opened


@pytest.fixture
def ask() -> Ask:
    """Sends a request to an application; returns all messages of the response."""

    async def send_request(
        app: Litestar, scope: Scope, receive: Receive | None = None
    ) -> list[Message]:
        sent: list[Message] = []

        async def no_body() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await cast("Any", app)(scope, receive or no_body, send)
        return sent

    return send_request
