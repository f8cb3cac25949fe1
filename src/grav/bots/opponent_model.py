"""What a player has learnt, in this game, of the others' eyes."""

from collections.abc import Iterable
from math import prod

_SEEN, _MISSED = 5.0, 0.8
"""Before anything is known, others are taken to see well: so many breaches seen, so many missed."""
_USUAL = 0.75
"""How often a middling player notices a breach: what one is easier or harder than."""


class OpponentModel:
    """Counts of the breaches that each seat saw and missed."""

    def __init__(self) -> None:
        self._seen: dict[int, float] = {}
        self._missed: dict[int, float] = {}

    def saw(self, seat: int) -> None:
        """The seat called a breach."""
        self._seen[seat] = self._seen.get(seat, _SEEN) + 1

    def missed(self, seat: int, weight: float = 1.0) -> None:
        """The seat let a breach stand, made one itself, or shouted at nothing."""
        self._missed[seat] = self._missed.get(seat, _MISSED) + weight

    def notices(self, seat: int) -> float:
        """The share of breaches that the seat is expected to notice."""
        seen, missed = self._seen.get(seat, _SEEN), self._missed.get(seat, _MISSED)
        return seen / (seen + missed)

    def caught(self, seats: Iterable[int], visible: float) -> float:
        """How likely one of them calls a breach that a middling player notices so often."""
        return 1 - prod(1 - _meeting(self.notices(seat), visible) for seat in seats)


def _meeting(notices: float, visible: float) -> float:
    """A person's odds, made better or worse by how plain the breach is."""
    odds = _odds(notices) * _odds(visible) / _odds(_USUAL)
    return odds / (1 + odds)


def _odds(share: float) -> float:
    share = min(max(share, 0.01), 0.99)
    return share / (1 - share)
