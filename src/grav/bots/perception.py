"""A player's perception of the board, drawn from the perception model of the core.

Every use of the rules by a player goes through here: which points it believes to be legal, which
stones it believes to be breaches, which shapes it notices. Every call draws anew and can be wrong.
"""

import random

from grav.native import PERFECT_PERCEPTION, PerceptionModel
from grav.native.board_queries import count_perceived_breaches
from grav.rules import Board, Point, Rules


class Perception:
    """The perception of one player during one game."""

    def __init__(self, model: PerceptionModel, seed: str) -> None:
        self.model = model
        self._chance = random.Random(f"{seed} sight")

    def hurry(self, pressure: float) -> None:
        """Sets the time pressure: all error probabilities grow by this share of themselves."""
        self.model = self.model.with_pressure(pressure)

    def breaches(
        self, rules: Rules, board: Board, last: Point | None, seat: int
    ) -> dict[Point, bool]:
        """Returns, for each empty point, whether a stone of the seat there seems to break a rule.

        Where rules are enforced, perception is perfect: the table refuses such a stone anyway.
        """
        seed = self._chance.getrandbits(63)
        model = PERFECT_PERCEPTION if rules.is_strict else self.model
        seen = count_perceived_breaches(rules, board, last, seat, model, seed)
        return {point: bool(times) for point, times in seen.items()}

    def draw_noticed_shapes(self, shapes: int) -> int:
        """Returns how many of these shapes the player notices."""
        missing = min(self.model.shape * (1 + self.model.pressure), 1.0)
        return sum(self._chance.random() >= missing for _ in range(shapes))


_MEDIUM = PerceptionModel(
    run=0.2,
    per_interval=0.06,
    diagonal=0.04,
    mixed=0.03,
    square=0.16,
    miscount=0.03,
    distance=0.05,
    per_step=0.01,
)
_DRAWS = 128


def breach_visibility(
    rules: Rules, before: Board, last: Point | None, new: Point, seat: int
) -> float:
    """Returns how often a player of medium perception sees a breach in that stone (128 draws)."""
    return count_perceived_breaches(rules, before, last, seat, _MEDIUM, 0, _DRAWS)[new] / _DRAWS
