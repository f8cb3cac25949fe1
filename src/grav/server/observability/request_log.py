"""ASGI middleware: gives every request an id, and logs and counts it when it is answered."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from structlog.contextvars import bound_contextvars
from structlog.typing import FilteringBoundLogger

from grav.server.observability.logs import pseudonym
from grav.server.observability.metrics import Metrics
from grav.server.protocol.asgi_types import Application, Message, Receive, Scope, Send
from grav.server.protocol.websocket_takeover import (
    EXTENSION,
    Receiver,
    TakeOver,
    WebSocketConnection,
)
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource

NO_ROUTE = "-"
SWITCHING, NO_RESPONSE = 101, 499
UNLOGGED_ROUTES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Polled every few seconds by programs; logged only when they fail."""
OTHER_METHOD = "OTHER"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PERSON = "grav_person"


def remember_person(scope: Scope, person: str) -> None:
    """Adds the person's pseudonym to the log line of this request."""
    scope["state"][_PERSON] = pseudonym(person)


class RequestLog:
    """Never logs what was sent: of the URL only the route, without queries and values."""

    def __init__(
        self,
        app: Application,
        clock: Clock,
        ids: IdSource,
        metrics: Metrics,
        log: FilteringBoundLogger,
    ) -> None:
        self._app = app
        self._clock = clock
        self._ids = ids
        self._metrics = metrics
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = self._clock.elapsed()
        status = 0

        async def send_watched(message: Message) -> None:
            nonlocal status
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                    message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
                case "websocket.accept":
                    status = SWITCHING
                    self._metrics.sockets.inc()
                    self._log.info("socket_opened", route=_route(scope), **_client_of(scope))
                case "websocket.close" if not status:
                    status = HTTPStatus.FORBIDDEN
            await send(message)

        name = self._ids.id()
        extensions = scope.get("extensions") or {}
        if (offered := extensions.get(EXTENSION)) is not None:
            extensions[EXTENSION] = partial(self._take_over, scope, offered, started, name)
        with bound_contextvars(request=name):
            try:
                await self._app(scope, receive, send_watched)
            except Exception:
                status = status or HTTPStatus.INTERNAL_SERVER_ERROR
                raise
            finally:
                if offered is None or EXTENSION in extensions:
                    self._log_request(scope, status or NO_RESPONSE, self._clock.elapsed() - started)

    def _take_over(
        self, scope: Scope, offered: TakeOver, started: float, name: str, receiver: Receiver
    ) -> WebSocketConnection:
        """Hands over a websocket, which is then logged when its connection is lost, long after its
        ASGI call has ended."""
        del scope["extensions"][EXTENSION]
        kept_scope = _scope_for_log(scope)

        def lost() -> None:
            self._log_request(kept_scope, SWITCHING, self._clock.elapsed() - started, request=name)

        return offered(_LoggedReceiver(receiver, lost))

    def _log_request(self, scope: Scope, status: int, seconds: float, **context: str) -> None:
        method = scope.get("method", "WEBSOCKET")
        if method not in METHODS and scope["type"] == "http":
            method = OTHER_METHOD
        route = _route(scope)
        values = {"method": method, "route": route, "status": status, **_client_of(scope)}
        self._metrics.requests.labels(method, route, status).inc()
        if status == SWITCHING:
            self._metrics.sockets.dec()
            self._log.info("socket_closed", seconds=round(seconds, 1), **values, **context)
            return
        self._metrics.request_seconds.labels(route).observe(seconds)
        if route not in UNLOGGED_ROUTES or status >= HTTPStatus.BAD_REQUEST:
            self._log.info("request", ms=round(seconds * 1000, 1), **values)


class _LoggedReceiver:
    """Wraps the receiver of a websocket, to log it as well when the connection is lost."""

    __slots__ = ("_lost", "_receiver", "receive")

    def __init__(self, receiver: Receiver, lost: Callable[[], None]) -> None:
        self._receiver = receiver
        self._lost = lost
        self.receive = receiver.receive

    def lost(self) -> None:
        self._lost()
        self._receiver.lost()


def _scope_for_log(scope: Scope) -> Scope:
    """Returns the part of a scope that is logged when its websocket is lost, so that the rest need
    not stay in memory until then."""
    person = scope["state"].get(_PERSON)
    return {
        "type": scope["type"],
        "path_template": scope.get("path_template"),
        "client": scope.get("client"),
        "state": {} if person is None else {_PERSON: person},
    }


def _route(scope: Scope) -> str:
    """Returns the path pattern of the handler, which contains no id, no name and no secret."""
    route: str = scope.get("path_template") or NO_ROUTE
    return route


def _client_of(scope: Scope) -> dict[str, str]:
    address = scope["client"][0] if scope.get("client") else ""
    return {"address": address, "person": scope["state"].get(_PERSON, NO_ROUTE)}
