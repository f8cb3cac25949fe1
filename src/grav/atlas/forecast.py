"""Forecasts of a game under given rules: measured, or interpolated between measured settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from grav.atlas.canonical_setting import canonical_setting
from grav.atlas.measured_board import MeasuredBoard, MeasuredRow
from grav.atlas.measures import error_of, share_error, value_of
from grav.rules import Rules, Setting

SPREAD_FACTOR = 0.5
MIN_RELATIVE_ERROR = 0.01
"""The standard error of interpolation: so much of the neighbours' spread, and at least so much of
the value, since neighbours may agree by coincidence. Fitted to settings that were not measured and
then played; docs/atlas.md has the result, and `python -m bench forecasts` repeats it on others."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A measured setting that a forecast uses, and its weight; the weights sum to 1."""

    row: MeasuredRow
    weight: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """A measured setting, or the mean of those around it, weighted by nearness."""

    rules: Rules
    board: MeasuredBoard
    near: tuple[Neighbour, ...]
    """The heaviest first."""
    is_exact: bool
    """Whether this setting was measured, or an equivalent one."""

    @property
    def size(self) -> int:
        return self.board.size

    @property
    def games(self) -> int:
        """The number of games played of each measured setting."""
        return self.board.games

    @property
    def sampled_games(self) -> int:
        return self.board.sampled_games

    @property
    def setting(self) -> Setting:
        return canonical_setting(self.rules.setting, self.rules.size)

    @property
    def wins(self) -> tuple[float, ...]:
        """The share of games won by the first, the second… in the order of play."""
        places = zip(*(near.row.wins for near in self.near), strict=True)
        return tuple(self._mean(shares) for shares in places)

    def stored_measure(self, name: str) -> float | None:
        found = [(near.row.stored_measure(name), near.weight) for near in self.near]
        known = [(value, weight) for value, weight in found if value is not None]
        return _weighted_mean(*zip(*known, strict=True)) if known else None

    def value(self, name: str) -> float | None:
        """Returns a measure by its name; None where there is nothing to measure."""
        return value_of(name, self)

    def error(self, name: str) -> float | None:
        """Returns its standard error, by chance and by interpolation; None if it is unknown."""
        chances = [error_of(name, near.row) for near in self.near]
        return self._standard_error(chances, self.interpolation_error(name))

    def interpolation_error(self, name: str) -> float | None:
        """Returns the standard error of interpolation alone; None where a value is missing."""
        values = [value_of(name, near.row) for near in self.near]
        known = [value for value in values if value is not None]
        return self._interpolation_error(known) if len(known) == len(values) else None

    @property
    def win_errors(self) -> tuple[float, ...]:
        """The standard errors of the wins by place."""
        places = zip(*(near.row.wins for near in self.near), strict=True)
        return tuple(
            self._standard_error(
                [share_error(share, self.games) for share in shares],
                self._interpolation_error(shares),
            )
            or 0.0
            for shares in places
        )

    @property
    def harder_than(self) -> float:
        """The share of the sensible settings measured on this board with a lower difficulty."""
        return self.board.share_below("difficulty", self.value("difficulty") or 0.0)

    def _interpolation_error(self, values: Sequence[float]) -> float:
        if self.is_exact:
            return 0.0
        mean = self._mean(values)
        spread = sqrt(self._mean([(value - mean) ** 2 for value in values]))
        return hypot(SPREAD_FACTOR * spread, MIN_RELATIVE_ERROR * mean)

    def _standard_error(
        self, chances: Sequence[float | None], interpolation: float | None
    ) -> float | None:
        """Combines the neighbours' own errors by chance with that of interpolation.

        Neighbours were played with the same seed, so their errors are taken as fully correlated:
        they are averaged and do not cancel out.
        """
        known = [chance for chance in chances if chance is not None]
        if interpolation is None or len(known) < len(chances):
            return None
        return hypot(self._mean(known), interpolation)

    def _mean(self, values: Sequence[float]) -> float:
        return _weighted_mean(values, [near.weight for near in self.near])


def forecast_on_board(board: MeasuredBoard, rules: Rules) -> Forecast | None:
    """Returns the forecast of this board for a setting; None outside of what was measured."""
    if (row := board.find(rules.setting)) is not None:
        return Forecast(rules, board, (Neighbour(row, 1.0),), is_exact=True)
    if board.is_sample:
        return None
    around = tuple(Neighbour(row, weight) for weight, row in board.surrounding(rules.setting))
    return Forecast(rules, board, around, is_exact=False) if around else None


def _weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    pairs = zip(values, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)
