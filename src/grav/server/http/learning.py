"""The thread pool for the trainer's positions and the atlas, beside the event loop."""

from grav.server.safety.fair_pool import FairPool

THREADS = 1
"""All of the work is Python: more threads would only take time from the event loop."""
MAX_EACH = 32
"""Jobs per address: a school class shares one address, and each job takes a moment."""
MAX_ALL = 128


class Learning(FairPool):
    def __init__(self) -> None:
        super().__init__("learning", threads=THREADS, max_each=MAX_EACH, max_all=MAX_ALL)
