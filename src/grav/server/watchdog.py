"""Ends a process whose event loop stands still: whoever started it can start it again.

A thread below Python waits for the next sign of life. It needs nothing of what may be stuck, so it
also works while some code never gives the interpreter's lock back. It writes what all threads were
doing to standard error, and ends the process at once, with status 1: all that was acknowledged is
stored.
"""

import faulthandler


class Watchdog:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def feed(self) -> None:
        """A sign of life; from the first one on, the next must come in time."""
        faulthandler.dump_traceback_later(self._seconds, exit=True)

    def rest(self) -> None:
        """No sign is waited for any more."""
        faulthandler.cancel_dump_traceback_later()
