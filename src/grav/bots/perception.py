"""How a player sees the board: the perception of the core, look by look.

All that a player does with rules goes through here: what it takes for legal, what it takes for a
breach, which shapes it notices. Every look is a new one, and each can go wrong.
"""

import random

from grav.native import PERFECT, Eyes
from grav.native.looks import looks
from grav.rules import Board, Point, Rules


class Perception:
    """One player's eyes during one game."""

    def __init__(self, eyes: Eyes, seed: str) -> None:
        self.eyes = eyes
        self._chance = random.Random(f"{seed} sight")

    def hurry(self, pressure: float) -> None:
        """Under time pressure all mistakes grow by this share of themselves."""
        self.eyes = self.eyes.under(pressure)

    def breaches(
        self, rules: Rules, board: Board, last: Point | None, seat: int
    ) -> dict[Point, bool]:
        """For each empty point: does it believe that a stone of the seat there breaks a rule?

        Where rules are enforced, nobody has to find out alone: the table refuses such a stone.
        """
        seed = self._chance.getrandbits(63)
        eyes = PERFECT if rules.is_strict else self.eyes
        seen = looks(rules, board, last, seat, eyes, seed)
        return {point: bool(times) for point, times in seen.items()}

    def noticed(self, shapes: int) -> int:
        """How many of these shapes it notices."""
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
    """How often a middling player would see a breach in that stone."""
    return looks(rules, before, last, seat, _MIDDLING, 0, _LOOKS)[new] / _LOOKS
