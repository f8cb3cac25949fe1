"""How long a player may think: a time limit that all searches for one move share, and a way to
cancel them.

Levels are budgets of simulations, and mean the same on every machine. Where somebody waits, at a
server's table, a move must also be ready in time: then there is a time limit, and fewer simulations
may be run.
"""

import threading
import time

from grav.native.search import Search

MIN_NODES = 32
"""Simulations that are run however little time is left: without any, no move was examined."""
_MIN_SECONDS = 1e-6
"""The shortest time of a search, in seconds: 0 would mean no limit."""


class ThinkingCancelled(Exception):
    """The search was cancelled: nobody waits for its result any more."""


class ThinkingLimit:
    """The limit for one move, which may take several searches, one after another, in one thread.

    Other threads may call `stop` at any moment: the running search ends at once.
    """

    def __init__(self, seconds: float | None = None) -> None:
        """Without `seconds`, only the budget of simulations ends a search."""
        self._until = None if seconds is None else time.monotonic() + seconds
        self._lock = threading.Lock()
        self._search: Search | None = None
        self._stopped = False

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()

    @property
    def is_expired(self) -> bool:
        """Whether no time is left."""
        return self._until is not None and time.monotonic() >= self._until

    def run(self, search: Search, nodes: int, time_fraction: float = 1.0) -> None:
        """Runs so many simulations, or as many as fit in this share of the remaining time."""
        with self._lock:
            if self._stopped:
                raise ThinkingCancelled
            self._search = search
        if self._until is None:
            search.run(nodes)
        else:
            left = (self._until - time.monotonic()) * time_fraction
            search.run(nodes, max(left, _MIN_SECONDS))
            if (missing := min(nodes, MIN_NODES) - search.simulations) > 0:
                search.run(missing)
        with self._lock:
            self._search = None
            if self._stopped:
                raise ThinkingCancelled
