"""Watchdog: ends a process whose event loop is blocked, so that its parent can restart it.

A thread of `faulthandler`, written in C, waits for the next sign of life. It needs nothing that may
be stuck, so it also works while some code never releases the GIL. It writes the tracebacks of all
threads to standard error, and ends the process at once, with status 1: everything that was
acknowledged is stored.
"""

import faulthandler
import os
import signal
from typing import cast

from grav.server.protocol.asgi_types import Application, Receive, Scope, Send
from grav.server.runtime.background import Supervisor, run_periodically

FEED_SECONDS = 1.0


class Watchdog:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def feed(self) -> None:
        """Restarts the timeout. After the first call, each must be followed by another in time."""
        faulthandler.dump_traceback_later(self._seconds, exit=True)

    def rest(self) -> None:
        """Stops the watchdog."""
        faulthandler.cancel_dump_traceback_later()


class WatchedApplication:
    """ASGI wrapper: the event loop of the application feeds a watchdog from start-up to shutdown.

    It uses the clock of the loop, which nobody can set. It feeds the watchdog during shutdown as
    well: an orderly shutdown may take its time, but must not block. Then the watchdog stops, since
    threads that still have work are awaited without a loop.
    """

    def __init__(self, app: object, watchdog: Watchdog, parent: int | None) -> None:
        """`parent`: the process that must be the parent; None: not checked."""
        self._app = cast("Application", app)
        self._watchdog = watchdog
        self._parent = parent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run_lifespan(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _run_lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._watchdog.feed()
        try:
            async with run_periodically("watchdog", FEED_SECONDS, self._feed_or_end, Supervisor()):
                await self._app(scope, receive, send)
        finally:
            self._watchdog.rest()

    async def _feed_or_end(self) -> None:
        self._watchdog.feed()
        if self._parent is not None and os.getppid() != self._parent:
            # Its parent was killed: nobody else would ever end this process.
            signal.raise_signal(signal.SIGTERM)
