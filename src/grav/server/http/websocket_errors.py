"""Failed websockets: reports and logs their errors in the same way as those of requests."""

from litestar.types import Scope as LitestarScope

from grav.server.observability.logs import get_logger
from grav.server.problems.asgi_response import send_problem
from grav.server.problems.problem import Problem, problem_of
from grav.server.protocol.asgi_types import Application, Message, Receive, Scope, Send

INTERNAL = 1011
OWN_CODES = 4000
"""Base of our own close codes: 4000 plus the HTTP status that a request would be answered with."""
_FAILED = "grav_failed"


async def remember_failure(error: Exception, scope: LitestarScope) -> None:
    """Litestar's `after_exception` hook: stores the error for `WebSocketErrors`, since Litestar
    itself closes every socket with the same code."""
    scope["state"][_FAILED] = error


class WebSocketErrors:
    """ASGI middleware around the application, within the guard: replaces the close message of a
    failed websocket by its problem."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = False

        async def send_with_reason(message: Message) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] == "websocket.accept"
            error = scope["state"].get(_FAILED)
            if message["type"] != "websocket.close" or error is None:
                await send(message)
                return
            problem = problem_of(error)
            if problem.status == 500:
                get_logger().error("unexpected_error", path=scope["path"], exc_info=error)
            if not accepted:
                await send_problem(problem, scope, send)
            else:
                await send({**message, "code": _code(problem), "reason": problem.code})

        is_socket = scope["type"] == "websocket"
        await self._app(scope, receive, send_with_reason if is_socket else send)


def _code(problem: Problem) -> int:
    return INTERNAL if problem.status == 500 else OWN_CODES + problem.status
