"""Answer delays like a person's: seeded, so that a game can be repeated with its pauses."""

import random

from grav.game import View

_MEDIAN_SECONDS = 1.1
"""Median answer time in a window, in seconds, on a board without stones."""
_SPREAD = 0.45
_MIN_SECONDS, _MAX_SECONDS = 0.35, 6.0


class AnswerDelay:
    """Log-normal delays, like people's: mostly short, now and then long."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(f"{seed} pace")

    def delay(self, view: View) -> float:
        """Returns a delay in seconds. More stones take longer to look at."""
        looking = 1 + view.board.stones.bit_count() / 60
        seconds = _MEDIAN_SECONDS * looking * self._chance.lognormvariate(0, _SPREAD)
        return min(max(seconds, _MIN_SECONDS), _MAX_SECONDS)
