"""Refuses a request before any handler sees it, with the same JSON answer as any other problem."""

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from litestar.connection import ASGIConnection

from grav.server.messages.responses import ProblemAnswer
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.problem import Problem
from grav.server.protocol.asgi_types import Scope, Send

POLICY_VIOLATION = 1008
DENIAL = "websocket.http.response"


async def send_problem(
    problem: Problem, scope: Scope, send: Send, more: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Sends the problem as the answer to a request, or to a websocket that is not accepted.

    Where the server cannot send an HTTP response to a websocket, closes it with a code. `more`:
    further headers of the answer.
    """
    connection = ASGIConnection[Any, Any, Any, Any](cast("Any", scope))
    body = msgspec.json.encode(ProblemAnswer(problem.code, problem.say(language_of(connection))))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.lower().encode(), value.encode()) for name, value in problem.headers.items()),
        *more,
    ]
    if scope["type"] == "http":
        kind = "http.response"
    elif DENIAL in (scope.get("extensions") or {}):
        kind = DENIAL
    else:
        close = {"type": "websocket.close", "code": POLICY_VIOLATION, "reason": problem.code}
        await send(close)
        return
    await send({"type": f"{kind}.start", "status": problem.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
