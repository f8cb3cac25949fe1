"""Gives every request a name, and tells of it when it is answered: in the log, in the metrics."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from structlog.contextvars import bound_contextvars
from structlog.typing import FilteringBoundLogger

from grav.server.asgi_types import Application, Message, Receive, Scope, Send
from grav.server.chance import Chance
from grav.server.clock import Clock
from grav.server.live.wire import EXTENSION, Receiver, TakeOver, Wire
from grav.server.logs import short
from grav.server.metrics import Metrics

NO_ROUTE = "-"
SWITCHING, UNHEARD = 101, 499
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked every few seconds by programs; told only when it fails."""
OTHER_METHOD = "OTHER"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PERSON = "grav_person"


def remember_person(scope: Scope, person: str) -> None:
    """Has the line about this request name the person, in short."""
    scope["state"][_PERSON] = short(person)


class RequestLog:
    """Never tells what was sent: of the address only the route, without queries and values."""

    def __init__(
        self,
        app: Application,
        clock: Clock,
        chance: Chance,
        metrics: Metrics,
        log: FilteringBoundLogger,
    ) -> None:
        self._app = app
        self._clock = clock
        self._chance = chance
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
                    self._log.info("socket_opened", route=_route(scope), **_asker(scope))
                case "websocket.close" if not status:
                    status = HTTPStatus.FORBIDDEN
            await send(message)

        name = self._chance.id()
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
                    self._tell(scope, status or UNHEARD, self._clock.elapsed() - started)

    def _take_over(
        self, scope: Scope, offered: TakeOver, started: float, name: str, receiver: Receiver
    ) -> Wire:
        """A socket that is taken over is told of when it is lost, long after its call has ended."""
        del scope["extensions"][EXTENSION]
        told = _told_later(scope)

        def lost() -> None:
            self._tell(told, SWITCHING, self._clock.elapsed() - started, request=name)

        return offered(_Watched(receiver, lost))

    def _tell(self, scope: Scope, status: int, seconds: float, **context: str) -> None:
        method = scope.get("method", "WEBSOCKET")
        if method not in METHODS and scope["type"] == "http":
            method = OTHER_METHOD
        route = _route(scope)
        values = {"method": method, "route": route, "status": status, **_asker(scope)}
        self._metrics.requests.labels(method, route, status).inc()
        if status == SWITCHING:
            self._metrics.sockets.dec()
            self._log.info("socket_closed", seconds=round(seconds, 1), **values, **context)
            return
        self._metrics.request_seconds.labels(route).observe(seconds)
        if route not in QUIET or status >= HTTPStatus.BAD_REQUEST:
            self._log.info("request", ms=round(seconds * 1000, 1), **values)


class _Watched:
    """Whoever took a socket over, and who is told as well when it is lost."""

    __slots__ = ("_lost", "_receiver", "receive")

    def __init__(self, receiver: Receiver, lost: Callable[[], None]) -> None:
        self._receiver = receiver
        self._lost = lost
        self.receive = receiver.receive

    def lost(self) -> None:
        self._lost()
        self._receiver.lost()


def _told_later(scope: Scope) -> Scope:
    """What of a scope is told when its socket is lost: the rest need not be kept until then."""
    person = scope["state"].get(_PERSON)
    return {
        "type": scope["type"],
        "path_template": scope.get("path_template"),
        "client": scope.get("client"),
        "state": {} if person is None else {_PERSON: person},
    }


def _route(scope: Scope) -> str:
    """The pattern by which the handler was found: no id, no name, no secret is in it."""
    route: str = scope.get("path_template") or NO_ROUTE
    return route


def _asker(scope: Scope) -> dict[str, str]:
    address = scope["client"][0] if scope.get("client") else ""
    return {"address": address, "person": scope["state"].get(_PERSON, NO_ROUTE)}
