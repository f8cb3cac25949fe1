"""A player's perception of the board, drawn from the perception model of the core.

Every use of the rules by a player goes through here: which points it believes to be legal, which
stones it believes to be breaches, which shapes it notices. Every call draws anew and can be wrong.
"""

import random

from grav.native import PERFECT, Eyes
from grav.native.looks import looks
from grav.rules import Board, Point, Rules


class Perception:
    """The perception of one player during one game."""

    def __init__(self, eyes: Eyes, seed: str) -> None:
        self.eyes = eyes
        self._chance = random.Random(f"{seed} sight")

    def hurry(self, pressure: float) -> None:
        """Sets the time pressure: all error probabilities grow by this share of themselves."""
        self.eyes = self.eyes.under(pressure)

    def breaches(
        self, rules: Rules, board: Board, last: Point | None, seat: int
    ) -> dict[Point, bool]:
        """Returns, for each empty point, whether a stone of the seat there seems to break a rule.

        Where rules are enforced, perception is perfect: the table refuses such a stone anyway.
        """
        seed = self._chance.getrandbits(63)
        eyes = PERFECT if rules.is_strict else self.eyes
        seen = looks(rules, board, last, seat, eyes, seed)
        return {point: bool(times) for point, times in seen.items()}

    def noticed(self, shapes: int) -> int:
        """Returns how many of these shapes the player notices."""
        missing = min(self.eyes.shape * (1 + self.eyes.pressure), 1.0)
        return sum(self._chance.random() >= missing for _ in range(shapes))


_MIDDLING = Eyes(
    run=0.2,
    per_interval=0.06,
    diagonal=0.04,
    mixed=0.03,
    square=0.16,
    miscount=0.03,
    distance=0.05,
    per_step=0.01,
)
_LOOKS = 128


def visibility(rules: Rules, before: Board, last: Point | None, new: Point, seat: int) -> float:
    """Returns how often a player of medium perception sees a breach in that stone (128 draws)."""
    return looks(rules, before, last, seat, _MIDDLING, 0, _LOOKS)[new] / _LOOKS
