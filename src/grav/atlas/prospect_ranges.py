"""The ranges that measures may take while some of the five numbers are not yet fixed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grav.atlas.measured_board import MeasuredBoard
from grav.atlas.measures import MEASURES, value_of
from grav.rules import Setting

_TAIL = 0.1
"""The share of outcomes that a span leaves out at each end."""


@dataclass(frozen=True, slots=True)
class Span:
    """The 10th percentile, the median and the 90th percentile of a measure."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Prospect:
    """The spread of measures over possible settings, each counted once per way to reach it."""

    board: MeasuredBoard
    ways: int
    measured: int
    """The number of ways that lead to a measured setting; `spans` covers these only."""
    spans: Mapping[str, Span | None]
    """By measure; None where no setting has a value."""

    @property
    def harder_than(self) -> Span | None:
        """The share of the sensible settings measured on this board with a lower difficulty."""
        found = self.spans["difficulty"]
        if found is None:
            return None
        ends = (found.low, found.middle, found.high)
        return Span(*(self.board.share_below("difficulty", end) for end in ends))


def compute_prospect(board: MeasuredBoard, settings: Iterable[Setting]) -> Prospect:
    """Returns the spread of measures over these settings on a board."""
    ways = list(settings)
    rows = [row for setting in ways if (row := board.find(setting)) is not None]
    values = {name: [value_of(name, row) for row in rows] for name in MEASURES}
    spans = {
        name: compute_span([value for value in found if value is not None])
        for name, found in values.items()
    }
    return Prospect(board, len(ways), len(rows), spans)


def compute_span(values: list[float]) -> Span | None:
    ordered = sorted(values)
    if not ordered:
        return None
    ends = (ordered[round(share * (len(ordered) - 1))] for share in (_TAIL, 0.5, 1 - _TAIL))
    return Span(*ends)
