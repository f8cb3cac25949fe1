"""Ends responses that nobody reads, as though the client had disconnected."""

import asyncio
from collections.abc import Awaitable, Callable

from grav.server.protocol.asgi_types import Application, Message, Receive, Scope, Send
from grav.tasks import background_tasks

ABORT = "grav.abort"
"""Key of a scope's extensions for a function that ends the connection at once. Otherwise data that
is still to be sent would keep it open for as long as the reader likes."""


def end_when(answer: Application, abandoned: Callable[[], Awaitable[None]]) -> Application:
    """Returns the application, ended once `abandoned` returns. It is not enough to end the data,
    since sending may wait for the network."""

    async def answer_until_abandoned(scope: Scope, receive: Receive, send: Send) -> None:
        async with background_tasks(abandoned()) as (waiting,):

            async def receive_until_abandoned() -> Message:
                async with background_tasks(receive()) as (received,):
                    await asyncio.wait((received, waiting), return_when=asyncio.FIRST_COMPLETED)
                    if received.done():
                        return received.result()
                waiting.result()
                _abort(scope)
                return {"type": "http.disconnect"}

            await answer(scope, receive_until_abandoned, send)

    return answer_until_abandoned


def _abort(scope: Scope) -> None:
    abort = (scope.get("extensions") or {}).get(ABORT)
    if abort is not None:
        abort()
