"""How long a player may think: a time that all searches of one thought share, and a way to stop it.

Levels are budgets of imagined games, and mean the same on every machine. Where somebody waits, at a
server's table, a thought must also end in time: it has a limit then, and may imagine fewer games.
"""

import threading
import time

from grav.native.search import Search

MIN_NODES = 32
"""Games that are imagined however little time is left: a move that was never looked at is none."""
_NO_TIME = 1e-6
"""0 would be no bound."""


class ThinkingStopped(Exception):
    """Nobody waits for the thought any more."""


class ThinkingLimit:
    """Of one thought, which may take several searches, one after another, in one thread.

    Others may stop it at any moment: the search that runs ends at once.
    """

    def __init__(self, seconds: float | None = None) -> None:
        """Without seconds it ends by its budget of games alone."""
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
    def is_out(self) -> bool:
        """Is no time left?"""
        return self._until is not None and time.monotonic() >= self._until

    def run(self, search: Search, nodes: int, share: float = 1.0) -> None:
        """Searches for so many games, or for this share of the time that is left."""
        with self._lock:
            if self._stopped:
                raise ThinkingStopped
            self._search = search
        if self._until is None:
            search.run(nodes)
        else:
            left = (self._until - time.monotonic()) * share
            search.run(nodes, max(left, _NO_TIME))
            if (missing := min(nodes, MIN_NODES) - search.simulations) > 0:
                search.run(missing)
        with self._lock:
            self._search = None
            if self._stopped:
                raise ThinkingStopped
