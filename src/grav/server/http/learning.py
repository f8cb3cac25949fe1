"""Where positions to learn from, and what was measured, are worked out: beside the event loop."""

from grav.server.safety.fair_pool import FairPool

THREADS = 1
"""All of it is Python: more threads would only take time from the event loop."""
MAX_EACH = 32
"""So many of one address may wait: a class of a school has one, and each takes a moment."""
MAX_ALL = 128


class Learning(FairPool):
    def __init__(self) -> None:
        super().__init__("learning", threads=THREADS, max_each=MAX_EACH, max_all=MAX_ALL)
