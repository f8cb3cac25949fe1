"""Model of the opponents: what a player has learnt about their perception in this game."""

from collections.abc import Iterable
from math import prod

_PRIOR_CAUGHT, _PRIOR_MISSED = 5.0, 0.8
"""Prior counts of breaches caught and missed: others are assumed to perceive well."""
_USUAL_NOTICE_PROBABILITY = 0.75
"""How often a player of medium perception notices an average breach."""


class OpponentModel:
    """Counts the breaches that each seat noticed and missed."""

    def __init__(self) -> None:
        self._caught: dict[int, float] = {}
        self._missed: dict[int, float] = {}

    def record_caught(self, seat: int) -> None:
        """Records that the seat called a breach."""
        self._caught[seat] = self._caught.get(seat, _PRIOR_CAUGHT) + 1

    def record_missed(self, seat: int, weight: float = 1.0) -> None:
        """Records that the seat let a breach stand, or made one itself."""
        self._missed[seat] = self._missed.get(seat, _PRIOR_MISSED) + weight

    def notice_probability(self, seat: int) -> float:
        """Returns the share of breaches that the seat is expected to notice."""
        caught, missed = (
            self._caught.get(seat, _PRIOR_CAUGHT),
            self._missed.get(seat, _PRIOR_MISSED),
        )
        return caught / (caught + missed)

    def call_probability(self, seats: Iterable[int], visible: float) -> float:
        """Returns the probability that one of the seats calls a breach of this visibility."""
        return 1 - prod(1 - _combine_odds(self.notice_probability(seat), visible) for seat in seats)


def _combine_odds(notices: float, visible: float) -> float:
    """Scales a seat's odds of noticing by the visibility of the breach, as an odds ratio."""
    odds = _odds_of(notices) * _odds_of(visible) / _odds_of(_USUAL_NOTICE_PROBABILITY)
    return odds / (1 + odds)


def _odds_of(share: float) -> float:
    share = min(max(share, 0.01), 0.99)
    return share / (1 - share)
