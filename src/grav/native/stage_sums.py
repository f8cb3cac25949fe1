"""What positions are like at each number of stones: legal points, and points that only seem so.

All are sums over the games that came so far, with the squares and products of single games, so that
ratios get a standard error (delta method). The fields are those of `Stage` in
cpp/include/grav/playout.h, in their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Stage:
    """Sums over the games that came to have a number of stones, or over whole games."""

    games: int
    decisions: int
    legal: int
    """Legal points."""
    in_reach: int
    """Empty points at a right distance."""
    decisions_squared: int
    legal_squared: int
    in_reach_squared: int
    legal_by_decisions: int
    legal_by_in_reach: int

    @property
    def traps(self) -> float | None:
        """The share of the points in reach where a stone would break a rule after all."""
        return 1 - self.legal / self.in_reach if self.in_reach else None

    @property
    def traps_spread(self) -> float | None:
        """What `traps` would vary by if it were estimated from one game: its standard error is
        this, divided by the square root of the number of games."""
        return self._spread(self.in_reach, self.in_reach_squared, self.legal_by_in_reach)

    @property
    def choice(self) -> float | None:
        """Legal points when somebody is to place."""
        return self.legal / self.decisions if self.decisions else None

    @property
    def choice_spread(self) -> float | None:
        return self._spread(self.decisions, self.decisions_squared, self.legal_by_decisions)

    def _spread(self, whole: int, whole_squared: int, product: int) -> float | None:
        """Returns the standard deviation of `legal - ratio × whole` over games, in units of the
        mean of `whole`: the linear approximation of a ratio of sums."""
        if not whole:
            return None
        ratio = self.legal / whole
        squares = self.legal_squared - 2 * ratio * product + ratio**2 * whole_squared
        return sqrt(max(0.0, squares) * self.games) / whole


@dataclass(frozen=True, slots=True)
class Stages:
    by_stones: Sequence[Stage]
    """For positions with no stone, with one, and so on up to a full board."""
    whole_games: Stage

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[int]]) -> "Stages":
        *by_stones, whole = (Stage(*row) for row in rows)
        return cls(by_stones, whole)
