"""The thread pool for reviews: beside the event loop, few games at a time, fair to all askers."""

from grav.server.safety.fair_pool import FairPool

THREADS = 2
"""Games reviewed at the same time; the others wait."""
MAX_EACH = 8
"""Reviews of one address that may wait or run."""
MAX_ALL = 32
"""Reviews in total; more are refused."""


class Desk(FairPool):
    def __init__(self) -> None:
        super().__init__("review", threads=THREADS, max_each=MAX_EACH, max_all=MAX_ALL)
