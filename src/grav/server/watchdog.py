"""Ends a process whose event loop stands still: whoever started it can start it again.

A thread below Python waits for the next sign of life. It needs nothing of what may be stuck, so it
also works while some code never gives the interpreter's lock back. It writes what all threads were
doing to standard error, and ends the process at once, with status 1: all that was acknowledged is
stored.
"""

import faulthandler
import os
import signal
from typing import cast

from grav.server.asgi_types import Application, Receive, Scope, Send
from grav.server.periodic import run_periodically
from grav.server.supervision import Supervisor

FEED_SECONDS = 1.0


class Watchdog:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def feed(self) -> None:
        """A sign of life; from the first one on, the next must come in time."""
        faulthandler.dump_traceback_later(self._seconds, exit=True)

    def rest(self) -> None:
        """No sign is waited for any more."""
        faulthandler.cancel_dump_traceback_later()


class Watched:
    """An application whose event loop feeds a watchdog from its start to its end.

    It goes by the clock of the loop, which nobody can set. While the application ends it is fed as
    well: to end orderly may take its time, but not to stand still. Then the watchdog rests, since
    threads that have work left are waited for without a loop.
    """

    def __init__(self, app: object, watchdog: Watchdog, parent: int | None) -> None:
        """`parent`: the process that has to be there; None: any."""
        self._app = cast("Application", app)
        self._watchdog = watchdog
        self._parent = parent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._watchdog.feed()
        try:
            async with run_periodically("watchdog", FEED_SECONDS, self._give_sign, Supervisor()):
                await self._app(scope, receive, send)
        finally:
            self._watchdog.rest()

    async def _give_sign(self) -> None:
        self._watchdog.feed()
        if self._parent is not None and os.getppid() != self._parent:
            # Its parent was killed: there is nobody who would ever end it.
            signal.raise_signal(signal.SIGTERM)
