"""What can still come while the five numbers are not all fixed: where measures may come to lie."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grav.atlas.board import Board
from grav.atlas.measures import MEASURES, value_of
from grav.rules import Setting

_TAIL = 0.1
"""The share of the ways that a span leaves out at each end."""


@dataclass(frozen=True, slots=True)
class Span:
    """One way in ten lies below `low`, and one above `high`."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """Over settings that may come, each as often as there are ways to it."""

    board: Board
    ways: int
    measured: int
    """So many of the ways lead to a setting that was measured; the rest is of these alone."""
    spans: Mapping[str, Span | None]
    """By measure; None where there is nothing to measure."""

    @property
    def harder_than(self) -> Span | None:
        """How large a share of the settings measured here is easier to see."""
        found = self.spans["difficulty"]
        if found is None:
            return None
        ends = (found.low, found.middle, found.high)
        return Span(*(self.board.share_below("difficulty", end) for end in ends))


def prospect_on(board: Board, settings: Iterable[Setting]) -> Prospect:
    """What this board has to say of these settings together."""
    ways = list(settings)
    rows = [row for setting in ways if (row := board.find(setting)) is not None]
    values = {name: [value_of(name, row) for row in rows] for name in MEASURES}
    spans = {
        name: span_of([value for value in found if value is not None])
        for name, found in values.items()
    }
    return Prospect(board, len(ways), len(rows), spans)


def span_of(values: list[float]) -> Span | None:
    ordered = sorted(values)
    if not ordered:
        return None
    ends = (ordered[round(share * (len(ordered) - 1))] for share in (_TAIL, 0.5, 1 - _TAIL))
    return Span(*ends)
