"""Where games are looked at: beside the event loop, few at a time, and everybody in turn."""

from grav.server.safety.fair_pool import FairPool

THREADS = 2
"""So many games are looked at at the same time; the others wait."""
MAX_EACH = 8
"""So many of one address may wait or be looked at."""
MAX_ALL = 32
"""So many of all; more are turned away."""


class Desk(FairPool):
    def __init__(self) -> None:
        super().__init__("review", threads=THREADS, max_each=MAX_EACH, max_all=MAX_ALL)
