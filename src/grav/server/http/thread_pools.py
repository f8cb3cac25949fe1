"""The thread pools of handlers: work beside the event loop, bounded, and fair to all askers."""

from grav.server.safety.fair_thread_pool import FairThreadPool

REVIEW_THREADS = 2
"""Games reviewed at the same time; the others wait."""
MAX_REVIEWS_EACH = 8
"""Reviews of one address that may wait or run."""
MAX_REVIEWS = 32
"""Reviews in total; more are refused."""
LEARNING_THREADS = 1
"""All of the work is Python: more threads would only take time from the event loop."""
MAX_LEARNING_EACH = 32
"""Jobs per address: a school class shares one address, and each job takes a moment."""
MAX_LEARNING = 128


class ReviewPool(FairThreadPool):
    """For reviews, study boards and records."""

    def __init__(self) -> None:
        super().__init__(
            "review", threads=REVIEW_THREADS, max_each=MAX_REVIEWS_EACH, max_all=MAX_REVIEWS
        )


class LearningPool(FairThreadPool):
    """For the trainer's positions and the atlas."""

    def __init__(self) -> None:
        super().__init__(
            "learning", threads=LEARNING_THREADS, max_each=MAX_LEARNING_EACH, max_all=MAX_LEARNING
        )
